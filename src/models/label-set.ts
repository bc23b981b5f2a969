import { UserError } from "../errors.ts";

/** The class of spans that name nothing, in every model: `O` in the papers. */
export const NON_ENTITY = 0;

/**
 * Which class of a model stands for which label.
 *
 * Class 0 is "no entity" and has no name of its own here, so that even a label called `O` is an ordinary one.
 */
export interface LabelSet {
  /** The labels of classes 1, 2, …, sorted. */
  readonly labels: readonly string[];
  /** How many classes there are, "no entity" included. */
  readonly classes: number;
  /** The class of a label; undefined for one that the model does not know. */
  classOf(label: string): number | undefined;
  /** The label of a class other than `NON_ENTITY`. */
  labelOf(index: number): string;
  /** What each class stands for, as keys of the rows of weights: unlike any other for "no entity". */
  classKeys(): readonly string[];
  /** What to save: the labels in order. */
  toJSON(): readonly string[];
}

/** Collects the labels of a model; the order they come in and repetitions do not matter. */
export function labelSet(found: Iterable<string>): LabelSet {
  // Sorted by UTF-16 units, not by a locale: the classes of a saved model must be the same on every machine.
  const labels = Object.freeze([...new Set(found)].sort());
  const classes = new Map(labels.map((label, i) => [label, i + 1]));
  return {
    labels,
    classes: labels.length + 1,
    classOf: (label) => classes.get(label),
    labelOf(index) {
      const label = labels[index - 1];
      if (label === undefined) throw new Error(`class ${index} has no label; there are ${labels.length}`);
      return label;
    },
    classKeys: () => ["", ...labels.map((label) => `=${label}`)],
    toJSON: () => labels,
  };
}

/** Reads what `toJSON` gave. The order is that of the trained classes: another one would swap labels silently, so it is refused. */
export function parseLabelSet(saved: unknown, file: string): LabelSet {
  if (!Array.isArray(saved) || !saved.every((label): label is string => typeof label === "string")) {
    throw new UserError(`"${file}" must be a list of labels`);
  }
  const set = labelSet(saved);
  const wrong = saved.findIndex((label, i) => label !== set.labels[i]);
  if (wrong >= 0) {
    throw new UserError(
      `"${file}" is not a saved label set: "${saved[wrong]}" is out of order or occurs twice`,
      {
        hint: "labels belong to trained classes and cannot be edited; take the file from the saved model",
      },
    );
  }
  return set;
}
