import { userInfo } from "node:os";
import { isLoopback, listen, runUntilStopped } from "../../http/index.ts";
import { defineCommand } from "../command.ts";
import { portNumber } from "../options/port-number.ts";
import { openBrowser } from "../output/open-browser.ts";
import { printable } from "../output/printable.ts";

interface Options {
  readonly host: string;
  readonly port: number;
  readonly token?: string;
  readonly allowHost: readonly string[];
  readonly user?: string;
  readonly data?: readonly string[];
  readonly dev?: string;
  readonly test?: string;
  readonly model?: string;
  readonly open?: boolean;
}

export default defineCommand<Options>({
  name: "review",
  summary:
    "Go through the suggestions of an audit in the browser: accept, reject, change; then train again and see what it brought. Decisions are kept in review.sqlite in the folder of the audit. See docs/review.md.",
  examples: [
    ["lacuna review audit --open", "review the audit in the folder audit"],
    [
      "lacuna review audit --test test.conll --model model",
      "score retrained models on test.conll, and compare them with a model that is there",
    ],
    ["lacuna review audit/runs/2/audit", "go on with what was found after training again"],
  ],
  configure: (command) =>
    command
      .argument("<folder>", "the folder of the audit, as `lacuna audit --out` wrote it")
      .option("--port <n>", "port to listen on; 0 for any that is free", portNumber, 8090)
      .option(
        "--host <address>",
        "where to listen; another than this machine's own needs a token",
        "127.0.0.1",
      )
      .option("--token <text>", "what others must know; LACUNA_TOKEN is taken where this is not given")
      .option("--allow-host <name...>", "further host names by which browsers may ask", [])
      .option("--user <name>", "who decides, for the history (default: the name you are logged in with)")
      .option(
        "--data <file...>",
        "the audited files, if they are not where they were; only needed the first time",
      )
      .option(
        "--dev <file>",
        "completely labelled sentences to choose the best epoch by (default: those of the audit)",
      )
      .option(
        "--test <file>",
        "completely labelled sentences to score models on (default: the dev sentences)",
      )
      .option("--model <folder>", "a model trained before the review, to compare with")
      .option("--open", "open the page in the browser"),
  async run(flags, [folder]) {
    const { host, port, data, dev, test, model } = flags;
    const token = flags.token ?? (process.env.LACUNA_TOKEN || undefined);
    // Only now: --help need not wait for all that training and tagging load.
    const [{ methods }, { createReviewServer }] = await Promise.all([
      import("../../methods/index.ts"),
      import("../../review/index.ts"),
    ]);
    const server = await createReviewServer({
      dir: folder!,
      user: flags.user ?? loginName(),
      host,
      token,
      allowedHosts: flags.allowHost,
      data,
      dev,
      test,
      model,
      methods: Object.keys(methods),
      onBug: (error, { method, url }) => console.error(printable(`${method} ${url}: ${describe(error)}`)),
    });
    try {
      const address = await listen(server, { host, port });
      console.log(printable(`reviewing "${folder}"`));
      console.log(
        `listening on ${address}${isLoopback(host) ? "" : ", reachable by others"}; Ctrl+C ends it`,
      );
      if (flags.open) openBrowser(token === undefined ? address : `${address}/?token=${token}`);
      await runUntilStopped(server, {
        onStopping: () =>
          console.log("stopping: every decision is saved, a training under way can be resumed"),
      });
      console.log("stopped");
      return 0;
    } finally {
      await server.close();
    }
  },
});

/** Some users of a machine have no name. */
function loginName(): string {
  try {
    return userInfo().username || "reviewer";
  } catch {
    return "reviewer";
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
