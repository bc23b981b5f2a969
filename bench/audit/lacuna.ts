import { spawn } from "node:child_process";
import { join } from "node:path";

/** Runs a command of the program as users have it; what it prints is shown, or given back. */
export function lacuna(args: readonly string[], output: "shown" | "returned" = "shown"): Promise<string> {
  return new Promise((resolve, reject) => {
    const stdout = output === "shown" ? "inherit" : "pipe";
    const child = spawn(process.execPath, [join("dist", "cli", "main.js"), ...args], {
      stdio: ["ignore", stdout, "inherit"],
    });
    let text = "";
    child.stdout?.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(text);
      else reject(new Error(`lacuna ${args[0]} ended with code ${code}`));
    });
  });
}
