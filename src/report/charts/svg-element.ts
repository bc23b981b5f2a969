import { parseHTML } from "linkedom";
import { escapeHtml, Html } from "../html.ts";

/** The part of the DOM's `Element` that charts need; there is no browser here. */
export interface SvgElement {
  readonly nodeType: 1;
  readonly localName: string;
  readonly childNodes: Iterable<SvgElement | TextNode>;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  setAttribute(name: string, value: string): void;
  append(...children: (SvgElement | string)[]): void;
  querySelector(selector: string): SvgElement | null;
  remove(): void;
}

interface TextNode {
  readonly nodeType: 3;
  readonly textContent: string;
}

/** The document that creates the elements of charts. It is never shown and stays empty. */
export const chartDocument = parseHTML("<!doctype html><html><body></body></html>").document;

/** Creates an SVG element. */
export function svgElement(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  ...children: readonly (SvgElement | string)[]
): SvgElement {
  const element: SvgElement = chartDocument.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(key, String(value));
  }
  element.append(...children);
  return element;
}

/**
 * Serialises an element. Coordinates are rounded to a hundredth of a pixel, which keeps pages small and hides the
 * last bits, in which machines may differ; attributes are sorted by name.
 */
export function svgSource(element: SvgElement): Html {
  return new Html(write(element));
}

function write(node: SvgElement | TextNode): string {
  if (node.nodeType === 3) return escapeHtml(node.textContent);
  const attributes = [...node.attributes]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, value }) => ` ${name}="${escapeHtml(places.has(name) ? rounded(value) : value)}"`);
  const children = [...node.childNodes].map(write);
  return `<${node.localName}${attributes.join("")}>${children.join("")}</${node.localName}>`;
}

const places = new Set([
  "cx",
  "cy",
  "d",
  "height",
  "r",
  "transform",
  "width",
  "x",
  "x1",
  "x2",
  "y",
  "y1",
  "y2",
]);

const rounded = (value: string): string =>
  value.replace(/-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/g, (number) => {
    const near = Math.round(Number(number) * 100) / 100;
    return String(near === 0 ? 0 : near);
  });
