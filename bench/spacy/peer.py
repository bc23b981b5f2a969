"""The other side of `npm run bench:spacy`: spaCy's named-entity recogniser, trained from scratch on the same words.

One JSON request per line on standard input, one JSON answer per line on standard output:
  {"do": "setup", "train": FILE, "dev": FILE, "test": FILE, "blas": "blis"|"openblas", "batchWords": N|null}
  {"do": "train", "words": N}   ->  {"words": …, "seconds": …, "epochs": so far, "batchWords": mean}
  {"do": "infer", "blas": …, "batch": N, "processes": N, "copies": N}  ->  {"words": …, "seconds": …, "found": entities}
  {"do": "score"}               ->  {"precision": …, "recall": …, "f1": …}, of dev, in percent
`batchWords` trains on batches of one size in place of spaCy's own, which grow from 100 words to 1,000.
Every answer has "cpu", the seconds of processor time that the request took, child processes included.

The pipeline, batches, dropout and optimiser are those of `spacy init config --pipeline ner --optimize efficiency`, read
from spaCy itself; an update is what the loop of `spacy train` does. Words are taken as they stand in the file. The clock
runs for updates alone, and for `nlp.pipe` alone: documents are made before it starts.
"""

import gc
import json
import os
import random
import sys
import time

from spacy.cli.init_config import init_config
from spacy.schemas import ConfigSchemaTraining
from spacy.tokens import Doc, Span
from spacy.training import Example
from spacy.training.batchers import configure_minibatch_by_words
from spacy.util import fix_random_seed, load_model_from_config, registry
from thinc.api import NumpyOps, set_current_ops

SEED = 0


def read(path):
    with open(path, encoding="utf8") as file:
        rows = [json.loads(line) for line in file if line.strip()]
    return [row for row in rows if row["tokens"]]


def gold(vocab, row):
    doc = Doc(vocab, words=row["tokens"])
    doc.set_ents([Span(doc, each["start"], each["end"], label=each["label"]) for each in row["entities"]])
    return doc


def words_of(rows):
    return sum(len(row["tokens"]) for row in rows)


def operations(blas):
    # BLIS, which spaCy takes by default, has one thread; NumPy's OpenBLAS has as many as OPENBLAS_NUM_THREADS says.
    return NumpyOps(use_blis=blas == "blis")


class Peer:
    def setup(self, train, dev, test, blas, batchWords):
        set_current_ops(operations(blas))
        fix_random_seed(SEED)
        config = init_config(lang="en", pipeline=["ner"], optimize="efficiency", gpu=False)
        self.nlp = load_model_from_config(config, auto_fill=True)
        settings = registry.resolve(self.nlp.config.interpolate()["training"], schema=ConfigSchemaTraining)
        self.batcher, self.dropout, self.optimiser = (settings[k] for k in ("batcher", "dropout", "optimizer"))
        if batchWords is not None:
            self.batcher = configure_minibatch_by_words(size=batchWords, tolerance=0.2, discard_oversize=False)
        self.rows = {"dev": read(dev), "test": read(test)}
        rows = read(train)
        vocab = self.nlp.vocab
        self.examples = [Example(Doc(vocab, words=row["tokens"]), gold(vocab, row)) for row in rows]
        self.nlp.initialize(lambda: self.examples, sgd=self.optimiser)
        self.epochs = 0
        self.batches = self.endless()
        weights = (
            layer.get_param(name) for layer in self.layers() for name in layer.param_names if layer.has_param(name)
        )
        return {"words": words_of(rows), "parameters": sum(each.size for each in weights)}

    def layers(self):
        return {id(layer): layer for _, pipe in self.nlp.pipeline for layer in pipe.model.walk()}.values()

    def endless(self):
        while True:
            random.shuffle(self.examples)
            yield from self.batcher(self.examples)
            self.epochs += 1

    def train(self, words):
        done = batches = 0
        losses = {}
        start = time.perf_counter()
        while done < words:
            batch = next(self.batches)
            # As `train_while_improving` in spacy/training/loop.py: shortest first, gradients, then one update a component.
            batch.sort(key=lambda example: len(example.predicted))
            self.nlp.update(batch, drop=self.dropout, losses=losses, sgd=False)
            for _, pipe in self.nlp.pipeline:
                pipe.finish_update(self.optimiser)
            self.optimiser.step_schedules()
            done += sum(len(example) for example in batch)
            batches += 1
        seconds = time.perf_counter() - start
        return {"words": done, "seconds": seconds, "epochs": self.epochs, "batchWords": done / batches}

    def infer(self, blas, batch, processes, copies):
        for layer in self.layers():
            layer.ops = operations(blas)
        # Fresh ones each time: entities that are set already are kept, and cost nothing.
        docs = [Doc(self.nlp.vocab, words=row["tokens"]) for _ in range(copies) for row in self.rows["test"]]
        gc.collect()
        start = time.perf_counter()
        found = sum(len(doc.ents) for doc in self.nlp.pipe(docs, batch_size=batch, n_process=processes))
        seconds = time.perf_counter() - start
        return {"words": copies * words_of(self.rows["test"]), "seconds": seconds, "found": found}

    def score(self):
        rows = self.rows["dev"]
        docs = self.nlp.pipe([Doc(self.nlp.vocab, words=row["tokens"]) for row in rows])
        right = found = wanted = 0
        for row, doc in zip(rows, docs):
            ours = {(ent.start, ent.end, ent.label_) for ent in doc.ents}
            theirs = {(each["start"], each["end"], each["label"]) for each in row["entities"]}
            right += len(ours & theirs)
            found += len(ours)
            wanted += len(theirs)
        precision, recall = 100 * right / max(1, found), 100 * right / max(1, wanted)
        f1 = 200 * right / max(1, found + wanted)
        return {"precision": precision, "recall": recall, "f1": f1}


def processor_time():
    return sum(os.times()[:4])


def main():
    peer = Peer()
    for line in sys.stdin:
        request = json.loads(line)
        cpu = processor_time()
        answer = getattr(peer, request.pop("do"))(**request)
        print(json.dumps({**answer, "cpu": processor_time() - cpu}), flush=True)


if __name__ == "__main__":
    main()
