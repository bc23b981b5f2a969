"""spaCy's own word on .spacy files, for src/data/formats/docbin/docbin.test.ts.

    python scripts/check-spacy.py read FILE.spacy     # prints what spaCy reads, as JSON
    python scripts/check-spacy.py write FOLDER        # writes the files of test/fixtures/spacy
"""

import json
import pathlib
import sys
import zlib

import spacy
import srsly
from spacy.strings import get_string_id
from spacy.tokens import Doc, DocBin, Span

IDS = ["", "a", "Ann", "coffee", "PERSON", "ORTH", "漢字", "😀", "12345678", "123456789", "hello world, this is", "é" * 20]


def read(path):
    nlp = spacy.blank("xx")
    docs = []
    for doc in DocBin().from_disk(path).get_docs(nlp.vocab):
        docs.append(
            {
                "words": [token.text for token in doc],
                "text": doc.text,
                "unknownSpaces": doc.has_unknown_spaces,
                "iob": [token.ent_iob for token in doc],
                "ents": [[ent.start, ent.end, ent.label_] for ent in doc.ents],
                "starts": [token.i for token in doc if token.is_sent_start],
                "spans": {key: [[s.start, s.end, s.label_, s.text] for s in group] for key, group in doc.spans.items()},
                "cats": doc.cats,
                "userData": {key: value for key, value in doc.user_data.items() if isinstance(key, str)},
            }
        )
    return docs


def documents():
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")

    doc = nlp("Ann Lee left Oslo on Monday.\n\nShe  was 😀 happy in 東京, said ACME Inc. there.")
    doc.ents = [Span(doc, 0, 2, "PERSON"), Span(doc, 3, 4, "My Label"), Span(doc, 5, 6, "DATE")]
    yield doc

    doc = nlp.make_doc("Bob met Eve in Rome and Paris .")
    doc.set_ents([Span(doc, 0, 1, "PERSON")], outside=[Span(doc, 1, 2)], blocked=[Span(doc, 5, 6)], default="missing")
    yield doc

    doc = nlp.make_doc("University of New York at Oslo")
    doc.ents = [Span(doc, 0, 4, "ORG")]
    doc.spans["sc"] = [Span(doc, 0, 4, "ORG"), Span(doc, 2, 4, "GPE"), Span(doc, 5, 6, "GPE")]
    doc.spans["other"] = [Span(doc, 0, 1, "NOUN PHRASE")]
    yield doc

    yield nlp.make_doc("Nobody annotated this.")

    doc = Doc(nlp.vocab, words=["Ann", "did", "n't", "go"], ents=["B-PERSON", "O", "O", "O"])
    doc.cats = {"NEWS": 1.0}
    doc.user_data["id"] = "a-7"
    yield doc

    yield nlp.make_doc("")


def write(folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    docs = list(documents())
    DocBin(docs=docs, store_user_data=True).to_disk(folder / "documents.spacy")
    DocBin(docs=docs, attrs=["ENT_IOB", "ENT_TYPE"]).to_disk(folder / "minimal.spacy")
    message = srsly.msgpack_loads(zlib.decompress((folder / "minimal.spacy").read_bytes()))
    # As the first releases of version 3 wrote them.
    for key in ("flags", "span_groups"):
        del message[key]
    (folder / "old.spacy").write_bytes(zlib.compress(srsly.msgpack_dumps(message)))
    DocBin(docs=[]).to_disk(folder / "empty.spacy")
    said = {path.name: read(path) for path in sorted(folder.glob("*.spacy"))}
    ids = {text: str(get_string_id(text)) for text in IDS}
    # One document per line.
    files = ",\n".join(
        json.dumps(name) + ": [" + ",".join("\n" + json.dumps(doc, ensure_ascii=False) for doc in docs) + "]"
        for name, docs in said.items()
    )
    head = json.dumps({"spacy": spacy.__version__, "ids": ids}, ensure_ascii=False)[:-1]
    (folder / "spacy-says.json").write_text(head + ', "files": {\n' + files + "}}\n")


if sys.argv[1] == "read":
    print(json.dumps(read(sys.argv[2]), ensure_ascii=False))
else:
    write(sys.argv[2])
