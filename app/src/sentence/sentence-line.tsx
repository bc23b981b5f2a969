import { Fragment } from "preact";
import { colourClass } from "./label-colour.ts";
import { lanes } from "./lanes.ts";
import type { Mark } from "./mark.ts";
import { type Piece, pieces, type SentenceText } from "./pieces.ts";
import { roomBelow, underlines } from "./underlines.ts";
import { visible } from "./visible.ts";

interface Props {
  readonly sentence: SentenceText;
  readonly marks: readonly Mark[];
  readonly labels: readonly string[];
  /** Whether the ends of the span in focus can be dragged. */
  readonly hasGrips?: boolean;
}

/** A sentence with its spans as stacked underlines, inner ones nearest to the words. */
export function SentenceLine({ sentence, marks, labels, hasGrips = false }: Props) {
  const lane = lanes(marks);
  const laneCount = marks.length === 0 ? 0 : Math.max(...lane) + 1;
  const layered = (cover: readonly number[]) =>
    underlines(
      cover.map((i) => ({ mark: marks[i]!, lane: lane[i]! })),
      laneCount,
      labels,
    );
  const isFocus = (i: number) => marks[i]!.look === "focus";
  const tagsOf = ({ ends }: Piece) => [...ends].sort((a, b) => lane[a]! - lane[b]!);
  return (
    <span class="sentence" style={{ lineHeight: `calc(var(--leading) + ${roomBelow(laneCount)}px)` }}>
      {pieces(sentence, marks).map((piece) => (
        <Fragment key={`${firstWord(piece)}:${piece.cover.join()}`}>
          {hasGrips && piece.starts.some(isFocus) && <Grip edge="start" />}
          <span class={piece.cover.some(isFocus) ? "piece focus" : "piece"} style={layered(piece.cover)}>
            {piece.parts.map((part, i) =>
              part.kind === "gap" ? (
                visible(part.text)
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: the words of a sentence do not move
                <span key={i} class="word" data-word={part.index}>
                  {visible(part.text)}
                </span>
              ),
            )}
          </span>
          {hasGrips && piece.ends.some(isFocus) && <Grip edge="end" />}
          {piece.ends.length > 0 && (
            <span class="tags" style={layered(piece.cover.filter((i) => !piece.ends.includes(i)))}>
              {tagsOf(piece).map((i) => (
                <Fragment key={i}>
                  {joiner}
                  <Tag mark={marks[i]!} colour={colourClass(labels, marks[i]!.label)} />
                </Fragment>
              ))}
            </span>
          )}
        </Fragment>
      ))}
    </span>
  );
}

/** Keeps a label on the line of its last word. */
const joiner = "\u2060";

function Tag({ mark, colour }: { readonly mark: Mark; readonly colour: string }) {
  const text = visible(mark.tag ?? mark.label);
  const name = `tag ${mark.look} ${colour}`;
  if (mark.onPress === undefined)
    return (
      <bdi class={name} title={mark.title}>
        {text}
      </bdi>
    );
  return (
    <button type="button" class={name} title={mark.title} onClick={mark.onPress}>
      <bdi>{text}</bdi>
    </button>
  );
}

function Grip({ edge }: { readonly edge: "start" | "end" }) {
  return (
    <span class={`grip ${edge}`} data-edge={edge} title="drag to move the boundary" aria-hidden="true" />
  );
}

function firstWord({ parts }: Piece): string {
  const word = parts.find((part) => part.kind === "word");
  return word === undefined ? "gap" : String(word.index);
}
