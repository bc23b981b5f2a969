import { UserError } from "../errors.ts";

/** What to do about a folder that already holds something. `begun` is what was begun there, if anything: "run". */
export function notEmpty(folder: string, begun: string | undefined): UserError {
  const other = "choose another folder with --out";
  return new UserError(`the folder "${folder}" is not empty`, {
    hint:
      begun === undefined ? other : `go on with the ${begun} that was begun there with --resume, or ${other}`,
  });
}
