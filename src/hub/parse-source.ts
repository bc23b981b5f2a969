import { createHash } from "node:crypto";
import { UserError } from "../errors.ts";

/** Where a model comes from, and what it is called in the cache. */
export interface ModelSource {
  /** Tells one model from another in the manifest: `org/name@revision`, or the URL of a folder. */
  readonly id: string;
  /** The name of its folder in the cache; one path segment. */
  readonly folder: string;
  /** What people call it, for messages. */
  readonly title: string;
  readonly revision: string | undefined;
  /** The URL of one file. With `commit` it is the file of that very commit, where the server keeps versions. */
  fileUrl(file: string, commit?: string): URL;
}

const DEFAULT_ENDPOINT = "https://huggingface.co";

/** Reads what was given to `encoder pull`: a model name of the hub, with or without `@revision`, or the URL of a folder. */
export function parseSource(text: string, endpoint: URL): ModelSource {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return hubSource(text, endpoint);
  const url = parseUrl(text, "the address");
  if (url.search !== "" || url.hash !== "") {
    throw new UserError(`"${text}" has a "?" or "#" part, so it is not the address of a folder`, {
      hint: "give the address that stands before /config.json",
    });
  }
  const page = hubPage(url, endpoint);
  return page === undefined ? folderSource(url) : hubSource(page, endpoint);
}

/** The server of model names: `HF_ENDPOINT`, or the Hugging Face hub. */
export function parseEndpoint(given: string | undefined): URL {
  return given === undefined || given === ""
    ? new URL(DEFAULT_ENDPOINT)
    : parseUrl(given.replace(/\/+$/, ""), "HF_ENDPOINT");
}

function parseUrl(text: string, what: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new UserError(`${what} "${text}" is not an http or https URL`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new UserError(`${what} for "${url.host}" holds a user name or password`, {
      hint: "leave it out: addresses are written to the manifest; a token goes into HF_TOKEN",
    });
  }
  return url;
}

// The hub's own rules: letters, digits, "_", "-", "."; no ".." or "--"; no "-" or "." at either end.
const part = /^(?!.*(?:\.\.|--))[A-Za-z0-9_](?:[\w.-]{0,94}[A-Za-z0-9_])?$/;
const revisionRule = /^(?!.*(?:\.\.|\/\/))[\w](?:[\w./-]{0,198}[\w])?$/;

function hubSource(text: string, endpoint: URL): ModelSource {
  const [name = "", revision = "main", ...more] = text.split("@");
  const parts = name.split("/");
  if (more.length > 0 || parts.length > 2 || !parts.every((each) => part.test(each))) {
    throw new UserError(`"${text}" is not a model name or a URL`, {
      hint: 'write "name", "org/name", "org/name@revision" or https://…; a folder of this machine needs no pull: give it to --encoder',
    });
  }
  if (!revisionRule.test(revision)) {
    throw new UserError(`"${revision}" is not a revision`, {
      hint: "a revision is a branch, a tag or a commit, such as main",
    });
  }
  return {
    id: `${name}@${revision}`,
    // A name cannot hold "--" and a revision no "%", so two models never share a folder.
    folder: `${parts.join("--")}@${encodeURIComponent(revision)}`,
    title: name,
    revision,
    fileUrl: (file, commit) =>
      new URL(
        `${endpoint.href.replace(/\/$/, "")}/${name}/resolve/${encodeURIComponent(commit ?? revision)}/${encodeURIComponent(file)}`,
      ),
  };
}

/** The model name that a page of the hub is about, since people copy the address of their browser. */
function hubPage(url: URL, endpoint: URL): string | undefined {
  const prefix = `${endpoint.pathname.replace(/\/$/, "")}/`;
  if (url.origin !== endpoint.origin || !url.pathname.startsWith(prefix)) return undefined;
  const found = /^([\w.-]+(?:\/[\w.-]+)??)(?:\/(?:tree|blob|resolve)\/([^/]+))?\/?$/.exec(
    url.pathname.slice(prefix.length),
  );
  if (found === null) return undefined;
  return found[2] === undefined ? found[1] : `${found[1]}@${decodeURIComponent(found[2])}`;
}

function folderSource(url: URL): ModelSource {
  const base = `${url.href.replace(/\/+$/, "")}/`;
  const last = new URL(base).pathname.split("/").at(-2) ?? "";
  const name = last.replace(/[^A-Za-z0-9_-]+/g, "-").slice(0, 64) || "model";
  return {
    id: base,
    folder: `${name}@${createHash("sha256").update(base).digest("hex").slice(0, 12)}`,
    title: base,
    revision: undefined,
    fileUrl: (file) => new URL(encodeURIComponent(file), base),
  };
}
