import type { EncoderOutput, Prepared } from "../../encoders/index.ts";
import type { BuildContext, Dim, Node, Tensor, Tensors } from "../../graph/index.ts";
import {
  add,
  declared,
  dimAt,
  div,
  dropout,
  dropoutMask,
  exp,
  gather,
  indexTensor,
  initialise,
  input,
  linear,
  matmul,
  max,
  mul,
  reduceSum,
  reshape,
  sizeAt,
  slice,
  split,
  sqrt,
  transpose,
  unitRows,
  unsqueeze,
} from "../../graph/index.ts";
import type { Random } from "../../random.ts";
import { feedSpanGrid, gridRows, type SpanGrid } from "../span/span-grid.ts";
import { type BinderConfig, type BinderObjectiveName, binderObjectives } from "./config.ts";
import type { TypeVectors } from "./entity-types.ts";
/** What one objective says of a batch. */
export interface BinderScores {
  /** `[slots, rows, types]`: similarities over the temperature; one slot for starts and ends, `maxWidth` for spans. */
  readonly scores: Node;
  /** `[sentences, types]`: what the sentence as a whole (`[CLS]`) scores in place of a word or a span. */
  readonly sentences: Node;
}

export type BinderTextScores = Readonly<Record<BinderObjectiveName, BinderScores>>;

/** Vectors shorter than the root of this count as that long. */
const SHORTEST = 1e-6;

/**
 * The side of a bi-encoder that reads text, and its similarities with types.
 *
 *     s_ij = Linear_S(h_i ⊕ h_j ⊕ D(j−i));  u_i = Linear_B(h_i);  v_j = Linear_Q(h_j)     [BINDER, §2.2]
 *     sim(a, b) = cos(a, b) / τ
 *
 * No s_ij is ever made. Its layer splits into parts for the first word, the last word and the width, s_ij = a_i + b_j + w_d,
 * so that s_ij · e_k is a sum of three tables; and its length is expanded,
 *
 *     |s_ij|² = |a_i|² + |b_j|² + |w_d|² + 2 a_i·b_j + 2 a_i·w_d + 2 b_j·w_d,
 *
 * where all but a_i·b_j are tables as well. For this, dropout must be the same for all spans of a sentence.
 */
export function binderText(
  context: BuildContext,
  { words, sentences }: EncoderOutput,
  { grid, types, config }: { grid: SpanGrid; types: TypeVectors; config: BinderConfig },
): BinderTextScores {
  const { width, embedding, maxWidth, layers, dropout: rate } = config;
  const dim = sizeAt(words.shape, 1);
  const isDropped = context.training && rate > 0;
  const mask = (name: string, rows: Dim) =>
    isDropped ? input(`head.dropout.${name}`, [rows, width]) : undefined;
  const rows = grid.place(words);

  const weight = declared(
    context,
    "head.span.weight",
    [width, 2 * dim + embedding],
    initialise.glorotUniform(),
  );
  const bias = declared(context, "head.span.bias", [width], initialise.zeros);
  const [atStart, atEnd, atWidth] = split(weight, 1, [dim, dim, embedding]);
  const table = declared(context, "head.widths", [maxWidth, embedding], initialise.normal(0.02));

  /** `head.NAME` over words or sentences, or the part of the span's layer that stands in for it. */
  function projected(objective: "start" | "end", x: Node): Node {
    if (layers === "shared") return linear(x, objective === "start" ? atStart : atEnd, bias);
    const own = declared(context, `head.${objective}.weight`, [width, dim], initialise.glorotUniform());
    return linear(x, own, declared(context, `head.${objective}.bias`, [width], initialise.zeros));
  }

  function warmed(objective: BinderObjectiveName, cosines: Node): Node {
    const start = initialise.constant(-Math.log(config.temperature));
    return mul(cosines, exp(declared(context, `head.${objective}.scale`, [], start)));
  }

  function ofWords(objective: "start" | "end"): BinderScores {
    const cosines = (x: Node, dropped: Node | undefined) =>
      matmul(unitRows(dropout(projected(objective, x), dropped)), types[objective], { transposeB: true });
    return {
      scores: unsqueeze(warmed(objective, cosines(rows, mask(objective, grid.rows))), 0),
      sentences: warmed(objective, cosines(sentences, mask(`sentence.${objective}`, "sentences"))),
    };
  }

  function ofSpans(): BinderScores {
    const perSentence = mask("span", "sentences");
    // Not trained, so the way back does not matter.
    const perRow = perSentence && gather(perSentence, input("head.dropout.owner", [grid.rows], "int64"));
    const widths = linear(table, atWidth);
    const a = dropout(linear(rows, atStart, bias), perRow);
    const b = dropout(linear(rows, atEnd), perRow);
    const along = (x: Node) => matmul(widths, dropout(x, perRow), { transposeB: true });
    const squares = (x: Node) => reduceSum(mul(x, x), 1);
    const ofWidths =
      perRow === undefined
        ? unsqueeze(squares(widths), 1)
        : matmul(mul(widths, widths), mul(perRow, perRow), { transposeB: true });
    const first = add(unsqueeze(squares(a), 0), mul(along(a), 2));
    const last = grid.moved(add(unsqueeze(squares(b), 0), mul(along(b), 2)));
    const lengths = add(add(first, last), add(ofWidths, mul(grid.products(a, b), 2)));

    // Types first, so that what differs from row to row is next to each other: with the few types last, all of this takes twice as long.
    const against = (x: Node) => matmul(types.span, x, { transposeB: true });
    const dots = add(
      add(unsqueeze(against(a), 1), grid.atEnds(against(b))),
      perRow === undefined ? unsqueeze(against(widths), 2) : droppedWidths(widths, perRow),
    );
    const cosines = transpose(div(dots, unsqueeze(sqrt(max(lengths, SHORTEST)), 0)), [1, 2, 0]);
    const whole = add(linear(sentences, add(atStart, atEnd), bias), slice(widths, 0, 0, 1));
    return {
      scores: warmed("span", cosines),
      sentences: warmed(
        "span",
        matmul(unitRows(dropout(whole, perSentence)), types.span, { transposeB: true }),
      ),
    };
  }

  /** (m_i ⊙ w_d) · e_k, `[types, maxWidth, rows]`, without a tensor of rows × width × anything. */
  function droppedWidths(widths: Node, perRow: Node): Node {
    const count = dimAt(types.span.shape, 0);
    const pairs = mul(unsqueeze(types.span, 1), unsqueeze(widths, 0));
    const flat = matmul(reshape(pairs, [-1, width]), perRow, { transposeB: true });
    return reshape(flat, [count, maxWidth, grid.rows]);
  }

  return { start: ofWords("start"), end: ofWords("end"), span: ofSpans() };
}

/** Numbers for `binderText`; with `random` for training. */
export function feedBinderText(
  batch: readonly Pick<Prepared, "words">[],
  { maxWidth, width, dropout: rate }: Pick<BinderConfig, "maxWidth" | "width" | "dropout">,
  random?: Random,
): Tensors {
  const words = batch.reduce((sum, sentence) => sum + sentence.words, 0);
  const feeds: Record<string, Tensor> = { ...feedSpanGrid(words, maxWidth) };
  if (random === undefined || rate === 0) return feeds;
  const rows = gridRows(words, maxWidth);
  const owners = new Int32Array(rows);
  let first = 0;
  batch.forEach((sentence, i) => {
    owners.fill(i, first, first + sentence.words);
    first += sentence.words;
  });
  feeds["head.dropout.owner"] = indexTensor(owners);
  for (const objective of binderObjectives) {
    if (objective === "span") {
      feeds["head.dropout.span"] = dropoutMask(random, rate, [batch.length, width]);
    } else {
      feeds[`head.dropout.${objective}`] = dropoutMask(random, rate, [rows, width]);
      feeds[`head.dropout.sentence.${objective}`] = dropoutMask(random, rate, [batch.length, width]);
    }
  }
  return feeds;
}
