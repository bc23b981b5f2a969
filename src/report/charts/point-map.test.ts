import { parseHTML } from "linkedom";
import { describe, expect, test } from "vitest";
import { pointMap } from "./point-map.ts";

const parsed = ({ source }: { readonly source: string }) =>
  parseHTML(`<!doctype html><html><body>${source}</body></html>`).document.body;

describe("pointMap", () => {
  test("scales both directions alike, in the middle, with up as up", () => {
    const body = parsed(
      pointMap({
        description: "a map",
        groups: [
          {
            name: "PER",
            points: [
              { x: 0, y: 0 },
              { x: 2, y: 1, title: "Ann" },
            ],
          },
        ],
        width: 330,
        height: 300,
      }),
    );
    // 330 less 130 for names leaves 200 by 300, less 8 on each side 184 by 284: 92 pixels for 1.
    // The middle (1, 0.5) is at (100, 150): (0, 0) at (8, 196), (2, 1) at (192, 104).
    const [first, second] = [...body.querySelectorAll("circle")];
    expect([first!.getAttribute("cx"), first!.getAttribute("cy")]).toEqual(["8", "196"]);
    expect([second!.getAttribute("cx"), second!.getAttribute("cy")]).toEqual(["192", "104"]);
    expect(second!.querySelector("title")!.textContent).toBe("Ann");
    expect(first!.querySelector("title")!.textContent).toBe("PER: 0, 0");
  });

  test("groups differ in colour and shape, and are named", () => {
    const groups = ["a", "b", "c", "<d>"].map((name, i) => ({ name, points: [{ x: i, y: i }] }));
    const body = parsed(pointMap({ description: "a map", groups }));
    // One for the point and one beside the name; the fourth is a circle like the first.
    expect(body.querySelectorAll("circle")).toHaveLength(4);
    expect(body.querySelectorAll("rect")).toHaveLength(4);
    expect([...body.querySelectorAll("text")].map((text) => text.textContent)).toEqual([
      "a",
      "b",
      "c",
      "<d>",
    ]);
    const fills = [...body.querySelectorAll("g[fill-opacity]")].map((group) => group.getAttribute("fill"));
    expect(new Set(fills).size).toBe(4);
  });

  test("what is no place is left out; without any there is a sentence", () => {
    const groups = [{ name: "a", points: [{ x: Number.NaN, y: 1 }] }];
    expect(pointMap({ description: "a map", groups }).source).toContain("no points to draw");
    const one = [{ name: "a", points: [{ x: 3, y: 3 }, ...groups[0]!.points] }];
    expect(parsed(pointMap({ description: "a map", groups: one })).querySelectorAll("circle")).toHaveLength(
      2,
    );
  });
});
