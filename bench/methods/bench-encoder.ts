import { join } from "node:path";
import { encodersFolder } from "../data/data-folder.ts";

/** The encoder of a config by the name it has in benches: ours by kind, pretrained models as they lie beside the data sets. */
export function benchEncoder(name: string): { kind: string; dir?: string } {
  const isOurs = ["cnn", "bilstm", "transformer"].includes(name);
  return isOurs ? { kind: name } : { kind: "pretrained", dir: join(encodersFolder, name) };
}
