import type { BuildContext, Node } from "../../graph/index.ts";
import { add, constant, declared, initialise } from "../../graph/index.ts";
import type { TagSet } from "./tag-set.ts";
/** What a chain of tags adds to the scores of its words. */
export interface Transitions {
  /** `[from, to]` */
  readonly transitions: Node;
  /** `[tags]` */
  readonly start: Node;
  /** `[tags]` */
  readonly end: Node;
}

/** Stands for "never": far below any score, yet finite, so that no ∞ − ∞ arises. */
export const FORBIDDEN = -10_000;

/** The learned scores of a chain, as they are trained: `head.transitions`, `head.start` and `head.end`, or by another scope. */
export function learnedTransitions(context: BuildContext, tags: number, scope = "head"): Transitions {
  return {
    transitions: declared(context, `${scope}.transitions`, [tags, tags], initialise.zeros),
    start: declared(context, `${scope}.start`, [tags], initialise.zeros),
    end: declared(context, `${scope}.end`, [tags], initialise.zeros),
  };
}

/** The same with what the scheme forbids put out of reach, as they are used. */
export function legalTransitions(learned: Transitions, tags: TagSet): Transitions {
  const { transitions, start, end } = penalties(tags);
  const k = tags.count;
  return {
    transitions: add(learned.transitions, constant(transitions, [k, k])),
    start: add(learned.start, constant(start, [k])),
    end: add(learned.end, constant(end, [k])),
  };
}

/** `FORBIDDEN` for what the scheme forbids, 0 for the rest. */
export function penalties(tags: TagSet): {
  readonly transitions: Float32Array;
  readonly start: Float32Array;
  readonly end: Float32Array;
} {
  const k = tags.count;
  const penalty = (isAllowed: boolean) => (isAllowed ? 0 : FORBIDDEN);
  return {
    transitions: Float32Array.from({ length: k * k }, (_, i) =>
      penalty(tags.isLegal(Math.floor(i / k), i % k)),
    ),
    start: Float32Array.from({ length: k }, (_, tag) => penalty(tags.mayStart(tag))),
    end: Float32Array.from({ length: k }, (_, tag) => penalty(tags.mayEnd(tag))),
  };
}
