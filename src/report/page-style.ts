/**
 * The style of all pages: light or dark as the system is set, and plain in print.
 *
 * Series colours are dark enough for white and, in the second list, light enough for near black: at least 4.5 to 1,
 * as WCAG asks of text, because they colour the names of curves too.
 */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --background: #fff;
  --panel: #f6f7f9;
  --text: #1c2128;
  --muted: #5b6470;
  --line: #d6dae0;
  --note: #8a5a00;
  --warning: #b3261e;
  --series-1: #1f5fbf;
  --series-2: #b3450c;
  --series-3: #14784f;
  --series-4: #8b3fb0;
  --series-5: #a1244f;
  --series-6: #5e6570;
}
@media (prefers-color-scheme: dark) {
  :root {
    --background: #14171c;
    --panel: #1d2229;
    --text: #e4e7eb;
    --muted: #a0a9b5;
    --line: #39414c;
    --note: #e5b567;
    --warning: #ff8a80;
    --series-1: #7db1ff;
    --series-2: #ff9d5c;
    --series-3: #5fd0a0;
    --series-4: #d39bf2;
    --series-5: #ff8fb0;
    --series-6: #b4bcc8;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--background);
  color: var(--text);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
main { max-width: 70rem; margin: 0 auto; padding: 2rem 1.5rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 2.5rem 0 0.75rem; }
h3 { font-size: 1rem; margin: 0 0 0.25rem; }
p { margin: 0 0 0.75rem; max-width: 46rem; overflow-wrap: anywhere; }
.subtitle { color: var(--muted); margin: 0.25rem 0 0; }
.empty { color: var(--muted); }
.notes { margin: 0; padding: 0.75rem 1rem 0.75rem 2rem; background: var(--panel); border-left: 4px solid var(--note); overflow-wrap: anywhere; }
.warnings { margin: 1rem 0 0; padding: 0.75rem 1rem 0.75rem 2rem; background: var(--panel); border: 1px solid var(--warning); border-left-width: 8px; overflow-wrap: anywhere; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(12.5rem, 1fr)); gap: 1rem 1.5rem; margin: 1.5rem 0; }
.facts div { border-top: 2px solid var(--line); padding-top: 0.5rem; }
.facts dt { color: var(--muted); font-size: 0.8rem; }
.facts dd { margin: 0; font-size: 1.15rem; font-weight: 600; overflow-wrap: anywhere; unicode-bidi: isolate; }
.facts .remark { display: block; color: var(--muted); font-size: 0.8rem; font-weight: 400; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 30rem), 1fr)); gap: 2rem 2.5rem; }
figure { margin: 0; min-width: 0; break-inside: avoid; }
figcaption { color: var(--muted); font-size: 0.875rem; line-height: 1.45; margin-top: 0.5rem; }
.chart { display: block; width: 100%; height: auto; overflow: visible; color: var(--text); }
.chart text { white-space: pre; }
.chart .hover circle:hover { fill-opacity: 1; }
.table { overflow: auto; max-height: 32rem; border: 1px solid var(--line); }
table { border-collapse: separate; border-spacing: 0; width: 100%; font-size: 0.9rem; line-height: 1.4; }
caption { text-align: left; color: var(--muted); font-size: 0.875rem; padding: 0.5rem 0.75rem; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.75rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; unicode-bidi: isolate; }
thead th { position: sticky; top: 0; background: var(--panel); font-weight: 600; overflow-wrap: normal; }
tbody th { font-weight: 400; }
tbody tr:last-child > * { border-bottom: 0; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.marked > * { font-weight: 600; background: var(--panel); }
details { margin: 0 0 1rem; }
summary { cursor: pointer; padding: 0.35rem 0; font-weight: 600; }
summary:focus-visible { outline: 2px solid var(--series-1); outline-offset: 2px; }
code { font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; font-size: 0.9em; overflow-wrap: anywhere; }
@media print {
  :root {
    --background: #fff; --panel: #fff; --text: #000; --muted: #444; --line: #999; --note: #000; --warning: #000;
    --series-1: #1f5fbf; --series-2: #b3450c; --series-3: #14784f; --series-4: #8b3fb0; --series-5: #a1244f; --series-6: #5e6570;
  }
  body { font-size: 10.5pt; }
  main { max-width: none; padding: 0; }
  h2 { break-after: avoid; }
  tr { break-inside: avoid; }
  .table { overflow: visible; max-height: none; }
  thead th { position: static; }
}
`;
