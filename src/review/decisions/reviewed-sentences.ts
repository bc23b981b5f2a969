import type { Sentence } from "../../data/index.ts";
import { type Entity, entityKey, textOf } from "../../data/index.ts";
import { HttpError } from "../../http/index.ts";
import type { CurrentEntity, SentenceView } from "../api.ts";
import type { ReviewDatabase } from "../store/database.ts";
import { statement } from "../store/statement.ts";
import { currentEntities, type Edit } from "./current-entities.ts";
import { suggestionsOfSentence } from "./suggestion-queries.ts";
import { textDirection } from "./text-direction.ts";

/** A sentence as it was audited. */
export function readSentence(db: ReviewDatabase, position: number): Sentence {
  const row = statement(db, "SELECT json FROM sentences WHERE position = ?").get(position);
  if (row === undefined) throw new HttpError(404, "not-found", `there is no sentence ${position}`);
  return JSON.parse((row as { json: string }).json) as Sentence;
}

/** The entities of a sentence as they are labelled now. */
export function entitiesOf(db: ReviewDatabase, position: number, sentence: Sentence): CurrentEntity[] {
  const decided = statement(
    db,
    `SELECT d.suggestion AS id, d.status, d.start, d."end", d.label, s.was FROM decisions d
       JOIN suggestions s ON s.id = d.suggestion WHERE d.sentence = ?`,
  ).all(position) as (Entity & {
    id: number;
    status: "accepted" | "rejected" | "changed";
    was: string | null;
  })[];
  const edits = statement(db, 'SELECT start, "end", label, status FROM edits WHERE sentence = ?').all(
    position,
  );
  return currentEntities(
    sentence.entities,
    decided.map(({ id, was, ...decision }) => ({
      id,
      decision,
      ...(was !== null && { was: JSON.parse(was) as Entity }),
    })),
    edits as Edit[],
  );
}

/** A sentence as the page shows it. */
export function sentenceView(db: ReviewDatabase, position: number): SentenceView {
  const sentence = readSentence(db, position);
  const { text, offsets } = textOf(sentence);
  return {
    sentence: position,
    tokens: sentence.tokens,
    text,
    offsets,
    entities: entitiesOf(db, position, sentence),
    suggestions: suggestionsOfSentence(db, position).map(({ id }) => id),
    dir: textDirection(text),
    source: sentence.source,
    ...(sentence.doc !== undefined && { doc: sentence.doc }),
  };
}

/** Sentences read at a time, so that memory stays flat. */
const PART = 1000;

/** All sentences with the decisions applied, as they are written to a file. */
export function* reviewedSentences(db: ReviewDatabase): Generator<Sentence> {
  const touched = new Set(
    (
      statement(
        db,
        "SELECT sentence FROM decisions WHERE status <> 'rejected' UNION SELECT sentence FROM edits",
      ).all() as {
        sentence: number;
      }[]
    ).map(({ sentence }) => sentence),
  );
  for (const [position, sentence] of auditedSentences(db)) {
    if (!touched.has(position)) {
      yield sentence;
      continue;
    }
    // A person has looked at them, so they carry no score.
    const entities = entitiesOf(db, position, sentence).map(
      ({ source: _, suggestion: __, ...entity }): Entity => entity,
    );
    const known = new Set(entities.map(entityKey));
    const hidden = sentence.hidden?.filter((entity) => !known.has(entityKey(entity)));
    yield { ...sentence, entities, ...(hidden !== undefined && { hidden }) };
  }
}

/** All sentences as they were audited, with their positions. */
export function* auditedSentences(
  db: ReviewDatabase,
): Generator<readonly [position: number, sentence: Sentence]> {
  const part = statement(
    db,
    "SELECT position, json FROM sentences WHERE position >= ? ORDER BY position LIMIT ?",
  );
  for (let from = 0; ; ) {
    const rows = part.all(from, PART) as { position: number; json: string }[];
    for (const { position, json } of rows) yield [position, JSON.parse(json) as Sentence];
    if (rows.length < PART) return;
    from = rows.at(-1)!.position + 1;
  }
}
