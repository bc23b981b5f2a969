import type { ReportData } from "../../src/audit/report/data.ts";
import { Controls } from "./controls.ts";
import { selectSuggestions } from "./select.ts";
import { SuggestionList } from "./suggestion-list.ts";
import { readView, writeView } from "./view.ts";
import { describeSelection } from "./words.ts";

const data = JSON.parse(byId("data").textContent) as ReportData;
const section = byId("suggestions");
const status = byId("status");
let view = readView(location.hash, data.labels);

const list = new SuggestionList(byId("list"), data, (open) => {
  view = { ...view, open };
  remember();
});
const controls = new Controls(byId("controls") as HTMLFormElement, (wanted) => {
  view = wanted;
  remember();
  show();
  // Results begin at the top: a reader who had scrolled down would see the middle of them.
  if (section.getBoundingClientRect().top < 0) section.scrollIntoView();
});

addEventListener("hashchange", () => {
  // A URL hash such as #suggestions is a place in the page, not a view.
  if (location.hash !== "" && !location.hash.includes("=")) return;
  view = readView(location.hash, data.labels);
  show();
  section.scrollIntoView();
  if (view.open >= 0) list.reveal(view.open);
});

show();
if (location.hash.includes("=")) section.scrollIntoView();
if (view.open >= 0) list.reveal(view.open);
performance.mark("suggestions shown");

function show(): void {
  const positions = selectSuggestions(data, view);
  controls.show(view);
  list.show(positions);
  status.textContent = describeSelection(data, positions);
}

/** Keeps the URL up to date with the view, so that it can be shared. */
function remember(): void {
  history.replaceState(null, "", writeView(view) || location.pathname + location.search);
}

/** An element of the page that `src/audit/report` wrote. */
function byId(id: string): HTMLElement {
  return document.getElementById(id)!;
}
