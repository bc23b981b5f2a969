export { installFolder, restoreFolder, syncFolder } from "./install-folder.ts";
export { checkManifest, writeManifest } from "./manifest.ts";
export { type FolderManifest, manifestShape } from "./manifest-shape.ts";
export { isSettingsFile, readSettingsFile } from "./read-settings-file.ts";
export { replaceFile, writeJson } from "./replace-file.ts";
export { finishReplacing, replaceFiles } from "./replace-files.ts";
export { folderAt, replaceFolder } from "./replace-folder.ts";
export { hashOfStart, sha256OfFile } from "./sha256-of-file.ts";
export { removeLeftovers, temporaryBeside } from "./temporaries.ts";
