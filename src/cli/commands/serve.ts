import type { Command } from "commander";
import { InvalidArgumentError, Option } from "commander";
import { listen, runUntilStopped, serverLimits } from "../../http/index.ts";
import { serveLimits, startPredicting } from "../../serve/index.ts";
import { defineCommand } from "../command.ts";
import {
  addDecodeOptions,
  type DecodeFlags,
  decodeOptions,
  taggerOptions,
} from "../options/decode-options.ts";
import { positiveWhole, seconds, secondsOrNone } from "../options/numbers.ts";
import {
  addServerOptions,
  announce,
  listeningLine,
  type ServerFlags,
  serverOptions,
  stackOf,
} from "../options/server-options.ts";
import { printable } from "../output/printable.ts";

type Options = DecodeFlags &
  ServerFlags & {
    readonly model: string;
    readonly allowOrigin: readonly string[];
    readonly maxBody: number;
    readonly maxTexts: number;
    readonly maxLength: number;
    readonly maxWords: number;
    readonly maxQueue: number;
    readonly maxConnections: number;
    readonly batchWords?: number;
    readonly copies?: number;
    readonly deadline: number;
    readonly drain: number;
    readonly lameDuck: number;
  };

export default defineCommand<Options>({
  name: "serve",
  summary: "Answer requests over HTTP with a trained model. See docs/serve.md for the API.",
  examples: [
    ["lacuna serve --model model", "on this machine only, at http://127.0.0.1:8080"],
    [
      `curl -H 'Content-Type: application/json' -d '{"texts":["Ada met Bob in Rome."]}' http://127.0.0.1:8080/v1/tag`,
      "ask it",
    ],
    [
      "LACUNA_TOKEN=$(openssl rand -hex 32) lacuna serve --model model --host 0.0.0.0 --allow-host ner.example.org",
      "for others as well, who need the token",
    ],
  ],
  configure: (command) =>
    addLimits(
      addDecodeOptions(
        addServerOptions(
          command.requiredOption("--model <folder>", "the model, as `lacuna train` wrote it"),
          8080,
        ).addOption(
          new Option(
            "--allow-origin <origin...>",
            "web pages that may ask, such as https://example.org",
          ).default([], "none"),
        ),
      ),
    ),
  async run(flags) {
    const { host, port } = flags;
    const { server, card, dispose } = await startPredicting(flags.model, {
      http: {
        ...serverOptions(flags),
        allowedOrigins: flags.allowOrigin,
        limits: {
          body: flags.maxBody,
          deadline: flags.deadline * 1000,
          connections: flags.maxConnections,
        },
      },
      limits: {
        texts: flags.maxTexts,
        textLength: flags.maxLength,
        sentenceWords: flags.maxWords,
        queuedRequests: flags.maxQueue,
      },
      decode: decodeOptions(flags),
      ...(flags.copies !== undefined && { copies: flags.copies }),
      onCrash: (error) => {
        const stack = stackOf(error);
        console.error(
          flags.json
            ? JSON.stringify({ kind: "crashed", error: stack })
            : printable(`error: a copy of the model has failed and is loaded again: ${stack}`),
        );
      },
      onGiveUp: (error) => {
        console.error(
          flags.json
            ? JSON.stringify({ kind: "gave-up", error: error.message })
            : printable(`error: the model fails again and again: ${error.message}`),
        );
        process.exitCode = 1;
        // As the user would, so that requests under way are answered.
        process.emit("SIGTERM", "SIGTERM");
      },
      tagger: {
        ...taggerOptions(flags),
        ...(flags.batchWords !== undefined && { batchWords: flags.batchWords }),
      },
    });
    try {
      const address = await listen(server, { host, port });
      // Before anybody knows that it listens, and may end it.
      const stopped = runUntilStopped(server, {
        drain: flags.drain * 1000,
        lameDuck: flags.lameDuck * 1000,
        onStopping: (signal) =>
          announce(
            flags.json,
            { kind: "stopping", signal },
            "stopping: not ready for new clients, finishing what is under way",
          ),
      });
      announce(
        flags.json,
        { kind: "listening", address, model: card },
        `the model "${card.name}" finds ${card.labels.join(", ")}`,
        listeningLine(address, host),
      );
      const finished = await stopped;
      announce(
        flags.json,
        { kind: "stopped", finished },
        finished ? "stopped" : "stopped; some requests were cut off",
      );
      return finished ? Number(process.exitCode ?? 0) : 1;
    } finally {
      await server.close();
      await dispose();
    }
  },
});

function addLimits(command: Command): Command {
  return command
    .option("--max-body <bytes>", "largest request", positiveWhole, serverLimits.body)
    .option("--max-texts <n>", "texts in one request", positiveWhole, serveLimits.texts)
    .option(
      "--max-length <n>",
      "characters (UTF-16 units) of one text",
      positiveWhole,
      serveLimits.textLength,
    )
    .option(
      "--max-words <n>",
      "words of a sentence that is sent as words",
      positiveWhole,
      serveLimits.sentenceWords,
    )
    .option(
      "--max-queue <n>",
      "requests that may wait; further ones get 429",
      positiveWhole,
      serveLimits.queuedRequests,
    )
    .option("--max-connections <n>", "connections at a time", positiveWhole, serverLimits.connections)
    .option(
      "--copies <n>",
      "copies of the model that share the requests (default: one per core, at most 4)",
      copyCount,
    )
    .option("--batch-words <n>", "words per batch (default: what suits the encoder)", positiveWhole)
    .option(
      "--deadline <seconds>",
      "time limit of an answer; after it, 503",
      seconds,
      serverLimits.deadline / 1000,
    )
    .option(
      "--lame-duck <seconds>",
      "time to go on answering when the server is to stop, while /readyz says no and connections are closed one by one",
      secondsOrNone,
      LAME_DUCK,
    )
    .option("--drain <seconds>", "time that open requests have to finish when the server stops", seconds, 30);
}

/** Enough for clients that are busy to learn of it; behind a load balancer, take the time between two of its health checks. */
const LAME_DUCK = 2;

/** Each copy takes the memory of a model. */
const MOST_COPIES = 64;

function copyCount(text: string): number {
  const value = positiveWhole(text);
  if (value > MOST_COPIES) throw new InvalidArgumentError(`it must be at most ${MOST_COPIES}.`);
  return value;
}
