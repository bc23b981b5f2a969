// Loaded into a process of `lacuna` by `NODE_OPTIONS=--import=…`, before anything else: breaks what it does to files. Steps are
// counted over all processes of the command, by the size of a file, so that one process goes on counting where another stopped.
//   LACUNA_FAULT_COUNTER  the file whose size is the count
//   LACUNA_FAULT_LOG      each step is noted there, one line each: the kind, a tab, the path
//   LACUNA_FAULT_KINDS    the kinds of steps that are counted; default: all
//   LACUNA_FAULT_KILL     all processes of the command are killed before this step, from 1; a write is cut in half, and so is
//                         the removal of a folder
//   LACUNA_FAULT_PATHS    only steps whose path holds this text are counted
//   LACUNA_FAULT_COPIES   before each step, what a kill would leave there of the folders OF (separated by colons) is copied to
//                         COPIES/NUMBER: all crash points of one run
//   LACUNA_FAULT_BYTES    the disk is full after so many bytes
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename, join, resolve, sep } from "node:path";

const { LACUNA_FAULT_COUNTER: counter, LACUNA_FAULT_LOG: log, LACUNA_FAULT_KINDS: kinds } = process.env;
const { LACUNA_FAULT_COPIES: copies, LACUNA_FAULT_OF: of = "", LACUNA_FAULT_PATHS: named = "" } = process.env;
const kill = Number(process.env.LACUNA_FAULT_KILL ?? 0);
const room =
  process.env.LACUNA_FAULT_BYTES === undefined ? undefined : Number(process.env.LACUNA_FAULT_BYTES);
const counted = new Set(kinds?.split(",") ?? []);

const original = { ...fs };
const originalPromises = { ...fs.promises };
const paths = new Map();

// Node's own functions call each other by these names: what happens inside a call, or here, is not another step.
let depth = 0;
function within(work) {
  depth++;
  try {
    return work();
  } finally {
    depth--;
  }
}

/** Adds to the count, and gives what it was before. */
function count(amount) {
  const file = original.openSync(counter, "a");
  const before = original.fstatSync(file).size;
  if (amount > 0) original.writeSync(file, Buffer.alloc(amount));
  original.closeSync(file);
  return before;
}

/** Kills the command if this is the step; `half` does half of the step first. */
function step(kind, path, half) {
  if (depth > 0) return;
  within(() => counting(kind, path, half));
}

function counting(kind, path, half) {
  if (room !== undefined || (counted.size > 0 && !counted.has(kind))) return;
  if (!String(path).includes(named)) return;
  if (log !== undefined) original.appendFileSync(log, `${kind}\t${path}\n`);
  const number = count(1) + 1;
  if (copies !== undefined) copyAll(number, half);
  if (number !== kill) return;
  half?.((own) => own);
  process.kill(0, "SIGKILL");
  for (;;); // Until it arrives.
}

/** Copies the folders as they are, and does half of the step in the copy. */
function copyAll(number, half) {
  const folders = of.split(":").map((folder) => resolve(folder));
  const placeOf = (folder) => join(copies, String(number), basename(folder));
  for (const folder of folders) copyFolder(folder, placeOf(folder));
  half?.((path) => {
    const own = resolve(String(path));
    const folder = folders.find((each) => own === each || own.startsWith(each + sep));
    return folder === undefined ? undefined : placeOf(folder) + own.slice(folder.length);
  });
}

function copyFolder(from, to) {
  original.mkdirSync(to, { recursive: true });
  if (!isFolder(from)) return;
  for (const name of original.readdirSync(from)) {
    const [own, copy] = [join(from, name), join(to, name)];
    // What is removed meanwhile is not there.
    if (isFolder(own)) copyFolder(own, copy);
    else if (original.existsSync(own)) original.copyFileSync(own, copy);
  }
}

/** How many of these bytes the disk still takes. */
function taken(bytes) {
  if (room === undefined) {
    if (log !== undefined && counted.size === 0) original.appendFileSync(`${log}.bytes`, `${bytes}\n`);
    return bytes;
  }
  const before = count(bytes);
  return Math.max(0, Math.min(bytes, room - before));
}

function full() {
  // As the system has it: writing names no path.
  return Object.assign(new Error("ENOSPC: no space left on device, write"), {
    errno: -28,
    code: "ENOSPC",
    syscall: "write",
  });
}

const bytesOf = (data, encoding) =>
  typeof data === "string"
    ? Buffer.from(data, typeof encoding === "string" ? encoding : "utf8")
    : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
const isForWriting = (flags) =>
  typeof flags === "number"
    ? (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) > 0
    : /[wa+]/.test(flags ?? "r");
const isFolder = (path) => original.statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Removes the first file below a folder, as a removal does that is killed in it. */
function removeOne(path) {
  if (path === undefined || !isFolder(path)) return;
  for (const name of original.readdirSync(path)) {
    const own = join(path, name);
    if (isFolder(own)) continue;
    original.unlinkSync(own);
    return;
  }
}

/** What is written by descriptor or handle. `put` writes part of it. Gives undefined where all of it may be written. */
function writing(path, data, put) {
  if (depth > 0 || /^\/dev\/(?!shm\/)/.test(String(path)) || data.length === 0) return;
  const firstHalf = data.subarray(0, data.length >> 1);
  step("write", path, (placed) => {
    const place = placed(path);
    // Into a copy: at its end, which is where all that is cut in the middle is written.
    if (place !== path) place !== undefined && original.appendFileSync(place, firstHalf);
    else put(firstHalf);
  });
  within(() => {
    const fits = taken(data.length);
    if (fits === data.length) return;
    if (fits > 0) put(data.subarray(0, fits));
    throw full();
  });
}

// Steps of one call: renames, removals, links.
const single = [
  ["rename", "rename", 1],
  ["link", "link", 1],
  ["symlink", "link", 1],
  ["unlink", "unlink", 0],
  ["rmdir", "unlink", 0],
  ["rm", "unlink", 0],
  ["mkdir", "mkdir", 0],
];
for (const [name, kind, at] of single) {
  const before = (args) => {
    step(kind, args[at]);
    if (name === "rm" && isFolder(args[0])) step(kind, args[0], (placed) => removeOne(placed(args[0])));
  };
  fs[`${name}Sync`] = (...args) => {
    before(args);
    return within(() => original[`${name}Sync`](...args));
  };
  fs[name] = (...args) => {
    before(args);
    return original[name](...args);
  };
  fs.promises[name] = async (...args) => {
    before(args);
    return originalPromises[name](...args);
  };
}

// Whole files.
const appending = (path) => (part) => original.appendFileSync(path, part);
for (const name of ["writeFile", "appendFile"]) {
  const before = (path, data, options) => {
    const encoding = typeof options === "string" ? options : options?.encoding;
    const bytes = bytesOf(data, encoding);
    if (typeof path !== "object" && typeof path !== "number") {
      step("create", path);
      const flag = options?.flag ?? (name === "appendFile" ? "a" : "w");
      writing(path, bytes, (part) => original.writeFileSync(path, part, { flag }));
    } else if (typeof path === "object" && path.fd !== undefined) {
      writing(paths.get(path.fd) ?? "", bytes, (part) => original.writeSync(path.fd, part));
    }
  };
  fs[`${name}Sync`] = (...args) => {
    before(...args);
    return within(() => original[`${name}Sync`](...args));
  };
  fs.promises[name] = async (...args) => {
    before(...args);
    return originalPromises[name](...args);
  };
}
fs.promises.copyFile = async (from, to, mode) => {
  step("create", to);
  writing(to, original.readFileSync(from), appending(to));
  return originalPromises.copyFile(from, to, mode);
};
fs.copyFileSync = (from, to, mode) => {
  step("create", to);
  writing(to, original.readFileSync(from), appending(to));
  return within(() => original.copyFileSync(from, to, mode));
};

// Descriptors.
fs.openSync = (path, flags, mode) => {
  if (isForWriting(flags) && flags !== "r+") step("create", path);
  const file = within(() => original.openSync(path, flags, mode));
  paths.set(file, path);
  return file;
};
fs.open = (path, ...rest) => {
  const done = rest.pop();
  if (isForWriting(rest[0]) && rest[0] !== "r+") step("create", path);
  original.open(path, ...rest, (error, file) => {
    if (!error) paths.set(file, path);
    done(error, file);
  });
};
fs.writeSync = (file, data, ...rest) => {
  if (file > 2) {
    const bytes = bytesOf(data, rest[1]);
    writing(paths.get(file) ?? "", bytes, (part) => original.writeSync(file, part));
  }
  return within(() => original.writeSync(file, data, ...rest));
};
fs.write = (file, data, ...rest) => {
  const done = rest.at(-1);
  try {
    if (file > 2) {
      const isPart = typeof data !== "string" && typeof rest[0] === "number" && typeof rest[1] === "number";
      const bytes = isPart ? bytesOf(data).subarray(rest[0], rest[0] + rest[1]) : bytesOf(data);
      writing(paths.get(file) ?? "", bytes, (part) => original.writeSync(file, part));
    }
  } catch (error) {
    process.nextTick(done, error);
    return;
  }
  original.write(file, data, ...rest);
};
fs.writev = (file, list, ...rest) => {
  const done = rest.at(-1);
  try {
    writing(paths.get(file) ?? "", Buffer.concat(list.map((own) => bytesOf(own))), (part) =>
      original.writeSync(file, part),
    );
  } catch (error) {
    process.nextTick(done, error);
    return;
  }
  original.writev(file, list, ...rest);
};
for (const name of ["fsync", "fdatasync"]) {
  fs[`${name}Sync`] = (file) => {
    step("fsync", paths.get(file) ?? "");
    return within(() => original[`${name}Sync`](file));
  };
  fs[name] = (file, done) => {
    step("fsync", paths.get(file) ?? "");
    return original[name](file, done);
  };
}

// Handles, whose class has no name outside.
const handle = await originalPromises.open("/dev/null");
const prototype = Object.getPrototypeOf(handle);
const { write, writev, writeFile, appendFile, sync, datasync } = prototype;
await handle.close();
fs.promises.open = async (path, flags, mode) => {
  if (isForWriting(flags) && flags !== "r+") step("create", path);
  const opened = await originalPromises.open(path, flags, mode);
  paths.set(opened.fd, path);
  return opened;
};
const before = (own, bytes) =>
  writing(paths.get(own.fd) ?? "", bytes, (part) => original.writeSync(own.fd, part));
const outer = (own, bytes, work) => {
  before(own, bytes);
  return within(work);
};
prototype.write = async function (data, ...rest) {
  const [from, length] = typeof rest[0] === "object" ? [rest[0]?.offset, rest[0]?.length] : rest;
  const isPart = typeof data !== "string" && (typeof from === "number" || typeof length === "number");
  const bytes = isPart
    ? bytesOf(data).subarray(from ?? 0, length === undefined ? undefined : (from ?? 0) + length)
    : bytesOf(data);
  return outer(this, bytes, () => write.call(this, data, ...rest));
};
prototype.writev = async function (list, ...rest) {
  return outer(this, Buffer.concat(list.map((own) => bytesOf(own))), () => writev.call(this, list, ...rest));
};
prototype.writeFile = async function (data, options) {
  return outer(this, bytesOf(data, options?.encoding ?? options), () => writeFile.call(this, data, options));
};
prototype.appendFile = async function (data, options) {
  return outer(this, bytesOf(data, options?.encoding ?? options), () => appendFile.call(this, data, options));
};
prototype.sync = async function () {
  step("fsync", paths.get(this.fd) ?? "");
  return sync.call(this);
};
prototype.datasync = async function () {
  step("fsync", paths.get(this.fd) ?? "");
  return datasync.call(this);
};
syncBuiltinESMExports();
