import { html } from "../report/index.ts";
import type { ModelCard } from "./model-card.ts";
/** What a browser shows that was pointed at the prediction server: what it is and where to read on. */
export function frontPage({ name, labels, method, encoder, version }: ModelCard): string {
  const example = `curl -s -H 'Content-Type: application/json' -d '{"texts":["Ada Lovelace lived in London."]}' http://HOST:PORT/v1/tag`;
  return String(html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>lacuna serve</title>
<h1>lacuna serve</h1>
<p>The model “${name}” (${method ?? "no method known"}, ${encoder}) finds: ${labels.join(", ")}.
<pre>${example}</pre>
<ul>
<li><a href="/openapi.json">/openapi.json</a>: every address, for programs and code generators
<li><a href="/v1/model">/v1/model</a>: about the model
<li><a href="/metrics">/metrics</a>: numbers for Prometheus
<li><a href="/healthz">/healthz</a>, <a href="/readyz">/readyz</a>: for those who watch over it
</ul>
<p>lacuna ${version}; the documentation is in docs/serve.md of the package.
</html>
`);
}
