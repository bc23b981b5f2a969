import { Response } from "undici";
import { describe, expect, test } from "vitest";
import { ModelServer } from "../../test/support/servers/model-server.ts";
import {
  base,
  bytesOf,
  events,
  failure,
  model,
  pull,
  server,
  sha256,
  usePulling,
  weights,
  weightsPath,
} from "../../test/support/servers/pulling.ts";

usePulling();

describe("servers that refuse", () => {
  test.each(["config.json", "tokenizer.json"])("404 names the file: %s", async (name) => {
    server.files.delete(`${base}/${name}`);
    expect(await failure(pull())).toContain(`there is no "${name}" at "${server.url}${base}/${name}" (404)`);
  });

  test("no safetensors: pickle files are not an alternative", async () => {
    server.files.delete(weightsPath);
    server.files.set(`${base}/pytorch_model.bin`, "pickle");
    expect(await failure(pull())).toMatch(/has no "model.safetensors".*\n.*never pickle files/);
    expect(server.asked).not.toContain("pytorch_model.bin");
  });

  test.each([401, 403])("%i hints at HF_TOKEN", async (status) => {
    server.behaviours.set(`${base}/config.json`, { statuses: [status, status] });
    expect(await failure(pull())).toMatch(
      new RegExp(`answers ${status} for .*config.json.*\n.*set HF_TOKEN`),
    );
    expect(await failure(pull({ env: { HF_TOKEN: "x" } }))).toContain("the token in HF_TOKEN may be wrong");
  });

  test("an unknown revision is named", async () => {
    server.behaviours.set("/org/tiny/resolve/v9/config.json", {
      headers: { "x-error-code": "RevisionNotFound" },
    });
    expect(await failure(pull({}, "org/tiny@v9"))).toContain('knows no revision "v9" of "org/tiny"');
  });

  test.each([[[500]], [[503, 429]]])("%j, then success", async (statuses) => {
    server.behaviours.set(weightsPath, { statuses: [...statuses], headers: { "retry-after": "0" } });
    await pull();
    expect(bytesOf("model.safetensors").equals(model)).toBe(true);
    expect(events.filter(({ kind }) => kind === "retry")).toHaveLength(statuses.length);
  });

  test("500 for ever is given up after the retries", async () => {
    server.behaviours.set(`${base}/config.json`, { statuses: Array<number>(50).fill(500) });
    expect(await failure(pull())).toContain("answers 500");
    expect(server.requests).toHaveLength(4);
  });

  test("a page instead of the file is noticed", async () => {
    server.files.set(`${base}/config.json`, "<html>please log in</html>");
    expect(await failure(pull())).toContain('"config.json" from "127.0.0.1');
    server.files.set(`${base}/config.json`, "{}");
    server.files.set(weightsPath, "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n");
    expect(await failure(pull())).toContain("it is a Git LFS pointer");
    server.files.set(weightsPath, model);
    await pull();
    expect(bytesOf("config.json").toString()).toBe("{}");
  });

  test("a body that stands still ends in a time-out", async () => {
    server.behaviours.set(weightsPath, { stall: 1000 });
    const timeOuts = { connect: 1000, answer: 1000, body: 100 };
    expect(await failure(pull({ timeOuts, retry: { retries: 1, pause: 1 } }))).toContain("stood still");
  });
});

describe("redirects", () => {
  test("the token goes to the endpoint only, and the checksum comes from there", async () => {
    const other = await new ModelServer().start();
    try {
      other.files.set("/blob", model);
      server.behaviours.set(weightsPath, {
        redirect: `${other.url}/blob`,
        headers: { "x-linked-etag": `"${sha256(model)}"`, "x-linked-size": String(model.length) },
      });
      server.behaviours.set(`${base}/config.json`, { redirect: "/org/renamed/config.json" });
      server.files.set("/org/renamed/config.json", "{}");
      await pull({ env: { HF_TOKEN: "secret" } });
      expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
      expect(new Set(server.requests.map(({ headers }) => headers.authorization))).toEqual(
        new Set(["Bearer secret"]),
      );
      other.files.set("/blob", weights(300_000, 3));
      expect(await failure(pull({ force: true }))).toContain(`announces ${sha256(model)}`);
    } finally {
      await other.stop();
    }
  });

  test("the token is not sent to a folder on another server", async () => {
    for (const [path, file] of [...server.files]) server.files.set(path.replace(base, "/plain"), file);
    await pull({ env: { HF_ENDPOINT: "https://hub.invalid", HF_TOKEN: "secret" } }, `${server.url}/plain`);
    expect(server.requests.some(({ headers }) => headers.authorization !== undefined)).toBe(false);
  });

  test("a loop and an odd scheme are errors", async () => {
    server.behaviours.set(`${base}/config.json`, { redirect: `${base}/config.json` });
    expect(await failure(pull())).toContain("more than 10 times");
    server.behaviours.set(`${base}/config.json`, { redirect: "file:///etc/passwd" });
    expect(await failure(pull())).toContain("which is not safe");
  });

  test("an encrypted connection is not given up for a plain one", async () => {
    const fetch = async () => new Response(null, { status: 302, headers: { location: "http://hub.test/x" } });
    expect(await failure(pull({ fetch, env: { HF_ENDPOINT: "https://hub.test" } }))).toContain(
      'redirects to "http://hub.test", which is not safe',
    );
  });
});
