// A page that finds entities without a server. The model folder is fetched from `model/` beside the page, or from the address
// after `?model=` on the same site.
import { Tagger } from "lacuna/browser";

const element = (id) => document.getElementById(id);
const address = new URLSearchParams(location.search).get("model") ?? "model/";

/** Text reaches the page as text only, never as markup. */
function show({ text, entities }) {
  const found = element("found");
  const list = element("list");
  found.replaceChildren();
  list.replaceChildren();
  let at = 0;
  for (const { from, to, label, score, text: words } of entities) {
    const item = document.createElement("li");
    item.append(`${words}: ${label}, ${score.toFixed(2)}`);
    list.append(item);
    // Entities within others stand in the list only.
    if (from < at) continue;
    const mark = document.createElement("mark");
    const name = document.createElement("small");
    name.append(label);
    mark.append(words, name);
    found.append(text.slice(at, from), mark);
    at = to;
  }
  found.append(text.slice(at));
}

async function start() {
  const tagger = await Tagger.load(address, {
    onProgress: (loaded, total) => {
      element("status").textContent = `Loading the model: ${Math.round((100 * loaded) / total)} %`;
    },
  });
  const find = async () => {
    const threshold = Number(element("threshold").value);
    element("shown").textContent = threshold.toFixed(2);
    const began = performance.now();
    const [tagged] = await tagger.tag(element("text").value, { decode: { threshold } });
    show(tagged);
    const took = Math.round(performance.now() - began);
    element("status").textContent =
      `${tagged.entities.length} found in ${tagged.tokens.length} words, ${took} ms`;
  };
  element("form").addEventListener("submit", (event) => {
    event.preventDefault();
    find();
  });
  element("threshold").addEventListener("input", find);
  element("find").disabled = false;
  element("status").textContent = `Ready. The model knows ${tagger.labels.labels.join(", ")}.`;
}

start().catch((error) => {
  element("status").textContent = `The model cannot be used: ${error.message}`;
});
