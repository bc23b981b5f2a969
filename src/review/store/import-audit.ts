import { textOf } from "../../data/index.ts";
import { UserError } from "../../errors.ts";
import { FINDING, foldText, type ReviewDatabase, writeFact } from "./database.ts";
import type { AuditFolderContents } from "./read-audit-folder.ts";
import { inTransaction } from "./transaction.ts";

/** Copies an audit and its sentences into a new review, in one transaction. The files are not needed afterwards. */
export function importAudit(db: ReviewDatabase, audit: AuditFolderContents): void {
  inTransaction(db, () => {
    const addSentence = db.prepare("INSERT INTO sentences (position, json) VALUES (?, ?)");
    audit.sentences.forEach((sentence, position) => {
      addSentence.run(position, JSON.stringify(sentence));
    });
    const add = db.prepare(
      `INSERT INTO suggestions (id, kind, reason, sentence, start, "end", label, probability, suggested, text, folded, was)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const addEvidence = db.prepare("INSERT INTO evidence (suggestion, json) VALUES (?, ?)");
    audit.suggestions.forEach((suggestion, i) => {
      const id = i + 1;
      checkPlace(audit, suggestion, id);
      const { kind, sentence, start, end, label, probability, text, evidence } = suggestion;
      const wrong = "was" in suggestion ? (suggestion as { reason?: string; was: object }) : undefined;
      const suggested = suggestion.suggested ?? probability >= 0.5;
      add.run(
        id,
        kind,
        wrong?.reason ?? null,
        sentence,
        start,
        end,
        label,
        probability,
        suggested ? 1 : 0,
        text,
        foldText(text),
        wrong === undefined ? null : JSON.stringify(wrong.was),
      );
      if (evidence !== undefined) addEvidence.run(id, JSON.stringify(evidence));
    });
    db.exec(FINDING);
    const labels = new Set(audit.sentences.flatMap(({ entities }) => entities.map(({ label }) => label)));
    for (const { label } of audit.suggestions) labels.add(label);
    writeFact(db, "name", audit.name);
    writeFact(db, "sentences", String(audit.sentences.length));
    writeFact(db, "labels", JSON.stringify([...labels].sort()));
    writeFact(db, "summary", JSON.stringify(audit.summary));
    writeFact(db, "fingerprint", audit.fingerprint);
  });
}

function checkPlace(
  { sentences }: AuditFolderContents,
  { sentence, start, end, text }: AuditFolderContents["suggestions"][number],
  line: number,
): void {
  const found = sentences[sentence];
  const fits = found !== undefined && start < end && end <= found.tokens.length;
  if (fits) {
    const { text: all, offsets } = textOf(found);
    if (all.slice(offsets[start]![0], offsets[end - 1]![1]) === text) return;
  }
  throw new UserError(
    `suggestion ${line} does not fit the data: there is no "${text}" at words ${start}–${end} of sentence ${sentence}`,
    {
      hint: "the file of suggestions was edited, or belongs to another audit",
    },
  );
}
