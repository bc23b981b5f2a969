export { installFolder, restoreFolder, syncFolder } from "./install-folder.ts";
export { checkManifest, writeManifest } from "./manifest.ts";
export { type FolderManifest, manifestShape } from "./manifest-shape.ts";
export { namesIn } from "./names-in.ts";
export { isSettingsFile, readSettingsFile } from "./read-settings-file.ts";
export { replaceFile, writeJson } from "./replace-file.ts";
export { discardFolder, removeLeftovers, replaceFolder } from "./replace-folder.ts";
export { hashOfStart, sha256OfFile } from "./sha256-of-file.ts";
