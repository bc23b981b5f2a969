import { spawn } from "node:child_process";
import { userInfo } from "node:os";
import { listen, runUntilStopped } from "../../http/index.ts";
import { defineCommand } from "../command.ts";
import {
  addServerOptions,
  announce,
  listeningLine,
  type ServerFlags,
  serverOptions,
} from "../options/server-options.ts";

interface Options extends ServerFlags {
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
    addServerOptions(
      command.argument("<folder>", "the folder of the audit, as `lacuna audit --out` wrote it"),
      8090,
    )
      .option("--user <name>", "who decides, for the history (default: the name you are logged in with)")
      .option("--data <file...>", "the audited files, if they were moved; only needed the first time")
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
    const options = serverOptions(flags);
    // Only now: --help need not wait for all that training and tagging load.
    const [{ methods }, { createReviewServer }] = await Promise.all([
      import("../../methods/index.ts"),
      import("../../review/index.ts"),
    ]);
    const server = await createReviewServer({
      dir: folder!,
      user: flags.user ?? loginName(),
      ...options,
      data,
      dev,
      test,
      model,
      methods: Object.keys(methods),
    });
    try {
      const address = await listen(server, { host, port });
      // Before anybody knows that it listens, and may end it.
      const stopped = runUntilStopped(server, {
        onStopping: (signal) =>
          announce(
            flags.json,
            { kind: "stopping", signal },
            "stopping: every decision is saved, a training under way can be resumed",
          ),
      });
      announce(
        flags.json,
        { kind: "listening", address, folder },
        `reviewing "${folder}"`,
        listeningLine(address, host),
      );
      if (flags.open) {
        openBrowser(options.token === undefined ? address : `${address}/?token=${options.token}`);
      }
      await stopped;
      announce(flags.json, { kind: "stopped" }, "stopped");
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

/** Shows an address in the user's browser, if there is one; what goes wrong does not matter, for the address is printed too. */
function openBrowser(address: string): void {
  const [program, ...args] = openers.get(process.platform) ?? ["xdg-open"];
  const child = spawn(program!, [...args, address], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}

const openers: ReadonlyMap<NodeJS.Platform, readonly string[]> = new Map([
  ["darwin", ["open"]],
  // `start` takes its first argument in quotes for a title.
  ["win32", ["cmd", "/c", "start", '""']],
]);
