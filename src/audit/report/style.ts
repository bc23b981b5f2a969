/** The style of an audit report, beyond that of all pages. The script relies on all rows of the list having the same height. */
export const reportStyle = `
:root { --row: 5.5rem; --tint: 16%; }
@media (prefers-color-scheme: dark) { :root { --tint: 26%; } }
a { color: var(--series-1); }
a:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible, .list:focus-visible { outline: 2px solid var(--series-1); outline-offset: 2px; }
.colour-1 { --colour: var(--series-1); }
.colour-2 { --colour: var(--series-2); }
.colour-3 { --colour: var(--series-3); }
.colour-4 { --colour: var(--series-4); }
.colour-5 { --colour: var(--series-5); }
.colour-6 { --colour: var(--series-6); }
.headline { font-size: 1.5rem; line-height: 1.35; max-width: none; margin: 1.5rem 0 1rem; }
.headline .range { display: block; font-size: 1rem; color: var(--muted); margin-top: 0.25rem; }
.small { font-size: 0.8rem; color: var(--muted); }
.completeness { display: block; max-width: 100%; }
.completeness.large { height: auto; margin: 0 0 1.25rem; }
.completeness .missing { fill: var(--panel); stroke: var(--muted); stroke-dasharray: 3 3; }
.completeness .labelled { fill: var(--series-1); }
.completeness .interval { stroke: var(--text); stroke-width: 2; }
.completeness .on-labelled { fill: var(--background); }
.completeness .on-missing { fill: var(--text); }
td .completeness { margin-top: 0.2rem; }
tbody th { min-width: 6rem; }
.steps { background: var(--panel); border-left: 4px solid var(--series-1); padding: 0.75rem 1.25rem; margin: 1.5rem 0; }
.steps h2 { margin: 0 0 0.25rem; font-size: 1rem; }
.steps ol { margin: 0; padding-left: 1.25rem; }
.command { display: block; width: fit-content; max-width: 100%; margin: 0.25rem 0; padding: 0.25rem 0.5rem; background: var(--background); border: 1px solid var(--line); }
pre { overflow: auto; max-height: 24rem; font-size: 0.8rem; background: var(--panel); padding: 0.75rem 1rem; }
#suggestions { scroll-margin-top: 0; }
.controls { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: end; background: var(--background); padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
.controls label { display: flex; flex-direction: column; font-size: 0.75rem; color: var(--muted); }
.controls .grow { flex: 1 1 12rem; }
.controls input, .controls select, .controls button { font: inherit; font-size: 0.9rem; color: var(--text); background: var(--background); border: 1px solid var(--muted); border-radius: 4px; height: 2.1rem; padding: 0 0.5rem; max-width: 100%; }
.controls select { max-width: 13rem; }
.controls button { cursor: pointer; }
.controls .least { display: flex; align-items: center; gap: 0.4rem; height: 2.1rem; }
.controls input[type="range"] { padding: 0; width: 8rem; accent-color: var(--series-1); }
.controls output { width: 3.2rem; font-size: 0.85rem; color: var(--text); font-variant-numeric: tabular-nums; }
.status { flex: 1 0 100%; margin: 0; max-width: none; font-size: 0.9rem; min-height: 1.5em; }
.only-print { display: none; }
.key { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; margin: 0.6rem 0 0.4rem; max-width: none; font-size: 0.8rem; color: var(--muted); }
.keys { margin-left: auto; }
.list { list-style: none; margin: 0; padding: 0; overflow-anchor: none; }
.row { border-bottom: 1px solid var(--line); }
.closed { height: var(--row); overflow: hidden; display: grid; grid-template: 1.75rem 1fr / 4.5rem 1fr auto; column-gap: 0.75rem; padding: 0.55rem 0.25rem 0; cursor: pointer; }
.closed:hover { background: var(--panel); }
.probability { grid-row: 1 / 3; font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap; }
.probability.below { color: var(--muted); font-weight: 400; }
.meter { display: block; width: 4rem; height: 4px; background: var(--line); margin-top: 0.2rem; }
.bar { display: block; height: 4px; background: var(--series-3); }
.below .bar { background: var(--muted); }
.head { display: flex; align-items: baseline; gap: 0.6rem; min-width: 0; white-space: nowrap; }
.label, .tag { font-size: 0.7rem; font-weight: 600; color: var(--colour); border: 1px solid; border-radius: 3px; padding: 0 0.3rem; line-height: 1.35; max-width: 14rem; overflow: hidden; text-overflow: ellipsis; display: inline-block; white-space: nowrap; flex: none; }
.words { font-weight: 600; overflow: hidden; text-overflow: ellipsis; flex: 0 1 auto; }
.complaint, .short { font-size: 0.8rem; color: var(--muted); overflow: hidden; text-overflow: ellipsis; flex: 0 2 auto; }
.short { margin-left: auto; flex: 0 4 auto; }
.toggle { grid-area: 1 / 3; font: inherit; font-size: 0.8rem; height: 1.6rem; padding: 0 0.5rem; color: var(--series-1); background: none; border: 1px solid var(--line); border-radius: 4px; cursor: pointer; }
.toggle::after { content: " ▾"; }
.toggle[aria-expanded="true"]::after { content: " ▴"; }
.context { margin: 0; max-width: none; font-size: 0.95rem; line-height: 1.5; overflow-wrap: anywhere; unicode-bidi: isolate; text-align: start; }
.closed .context { grid-area: 2 / 2 / 3 / 4; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; align-self: start; }
mark { color: inherit; background: color-mix(in srgb, var(--colour) var(--tint), transparent); border-bottom: 2px solid var(--colour); padding: 0 0.1em; }
.entity { text-decoration: underline 1px var(--colour); text-underline-offset: 0.2em; }
.was { text-decoration: underline dashed 2px var(--note); text-underline-offset: 0.25em; }
.tag { margin-inline-start: 0.2rem; font-size: 0.65rem; vertical-align: 0.1em; user-select: none; }
.tag.entity { text-decoration: none; border-color: transparent; padding: 0; font-weight: 400; }
.tag.was { text-decoration: none; color: var(--note); }
.closed .tag.span { display: none; }
.evidence { padding: 0.25rem 0.25rem 1rem 5.5rem; }
.evidence .whole { padding: 0.5rem 0.75rem; background: var(--panel); max-height: 20rem; overflow: auto; }
.evidence ul { margin: 0.5rem 0; padding-left: 1.25rem; font-size: 0.9rem; }
.evidence .alike { margin: 0.5rem 0 0.25rem; font-size: 0.9rem; }
.near { list-style: none; margin: 0; padding: 0; font-size: 0.9rem; }
.near li { display: flex; gap: 0.75rem; }
.near .context { flex: 1; font-size: 0.875rem; }
.similarity { color: var(--muted); font-variant-numeric: tabular-nums; }
.place { margin: 0.6rem 0 0; font-size: 0.8rem; color: var(--muted); }
@media (max-width: 45rem) {
  :root { --row: 8.2rem; }
  main { padding: 1rem 0.75rem 3rem; }
  .closed { grid-template: 1.75rem 1fr / 4.2rem 1fr auto; column-gap: 0.5rem; }
  .closed .context { grid-column: 1 / 4; -webkit-line-clamp: 4; }
  .probability { grid-row: 1; }
  .meter { width: 3.2rem; margin: 0; }
  .short, .keys, .complaint { display: none; }
  .evidence { padding-left: 0.25rem; }
  .controls { position: static; }
}
@media print {
  .controls label, .controls button, .key .keys, .toggle { display: none; }
  .only-print { display: block; }
  .figures { grid-template-columns: 1fr 1fr; }
  td .completeness { width: 6rem; height: auto; }
  .controls { position: static; border: 0; }
  .closed { height: auto; }
  .closed .context { display: block; overflow: visible; }
  .row { break-inside: avoid; }
  mark { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  .bar, .completeness, .meter { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
}
`;
