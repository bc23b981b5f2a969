"""The other side of `npm run bench:crf`: the same tagger in PyTorch, with a vectorised CRF.

One JSON request per line on standard input, one JSON answer per line on standard output:
  {"do": "setup", "weights": FILE, "batches": FILE, "lstm": "packed" or "padded", "optimiser": {...}}
  {"do": "train", "batches": [0, 1, ...]}    ->  {"seconds": s, "losses": [...], "cpu": seconds}
  {"do": "viterbi", "scores": FILE}          ->  {"seconds": s, "paths": [[...], ...], "cpu": seconds}
Weights, batches and scores come as safetensors files, read here by hand: the format is a length, a JSON header and the
data. A batch is packed there and padded here, before the clock starts.
"""

import json
import sys
import time

import torch
from torch import nn

DTYPES = {"F32": torch.float32, "I64": torch.int64}


def read(path):
    with open(path, "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        data = bytearray(file.read())
    header.pop("__metadata__", None)
    tensors = {}
    for name, entry in header.items():
        start, end = entry["data_offsets"]
        flat = torch.frombuffer(data, dtype=torch.uint8)[start:end].clone().view(DTYPES[entry["dtype"]])
        tensors[name] = flat.reshape(entry["shape"])
    return tensors


def gathered(tensors):
    """`3.ids` are the ids of batch 3."""
    batches = {}
    for name, tensor in tensors.items():
        number, key = name.split(".")
        batches.setdefault(int(number), {})[key] = tensor
    return [padded(batches[i]) for i in range(len(batches))]


def padded(batch):
    """Words first, sentences second; `mask` says where there is a word."""
    lengths = batch.pop("lengths")
    result = {
        key: nn.utils.rnn.pad_sequence(tensor.split(lengths.tolist())) for key, tensor in batch.items()
    }
    steps = torch.arange(int(lengths.max()))
    return {**result, "mask": steps[:, None] < lengths[None, :], "lengths": lengths}


class Crf(nn.Module):
    """A linear-chain CRF whose loops go over words and take all sentences and pairs of tags at once."""

    def __init__(self, tags):
        super().__init__()
        self.transitions = nn.Parameter(torch.zeros(tags, tags))
        self.start = nn.Parameter(torch.zeros(tags))
        self.end = nn.Parameter(torch.zeros(tags))

    def loss(self, emissions, tags, mask):
        weight = mask.to(emissions.dtype)
        chosen = emissions.gather(2, tags[:, :, None]).squeeze(2)
        moves = self.transitions[tags[:-1], tags[1:]]
        last = tags.gather(0, mask.sum(0, keepdim=True) - 1).squeeze(0)
        score = (chosen * weight).sum(0) + (moves * weight[1:]).sum(0) + self.start[tags[0]] + self.end[last]
        alpha = self.start + emissions[0]
        for step in range(1, emissions.shape[0]):
            reached = torch.logsumexp(alpha[:, :, None] + self.transitions, 1) + emissions[step]
            alpha = torch.where(mask[step][:, None], reached, alpha)
        return torch.logsumexp(alpha + self.end, 1) - score


@torch.no_grad()
def viterbi(emissions, mask, lengths, transitions, start, end):
    best = start + emissions[0]
    origins = []
    for step in range(1, emissions.shape[0]):
        value, origin = (best[:, :, None] + transitions).max(1)
        best = torch.where(mask[step][:, None], value + emissions[step], best)
        origins.append(origin)
    tag = (best + end).argmax(1)
    steps = emissions.shape[0]
    path = torch.zeros(steps, tag.shape[0], dtype=torch.int64)
    path[steps - 1] = tag
    for step in range(steps - 2, -1, -1):
        before = origins[step].gather(1, tag[:, None]).squeeze(1)
        # Padding comes after the words: there the tag of the last word is carried back.
        tag = torch.where(mask[step + 1], before, tag)
        path[step] = tag
    rows = path.T.tolist()
    return [row[:length] for row, length in zip(rows, lengths.tolist())]


class Tagger(nn.Module):
    """`packed` reads sentences and no padding, as the other side does; `padded` is PyTorch's faster way, which reads it too."""

    def __init__(self, weights, lstm):
        super().__init__()
        self.is_packed = lstm == "packed"
        table, hidden, head = weights["table"], weights["hidden"], weights["head.weight"]
        self.words = nn.Embedding.from_pretrained(table.clone(), freeze=False)
        self.lstm = nn.LSTM(table.shape[1], hidden.shape[2], bidirectional=True)
        self.head = nn.Linear(head.shape[1], head.shape[0])
        self.crf = Crf(head.shape[0])
        state = {"head.weight": head, "head.bias": weights["head.bias"]}
        for way, suffix in enumerate(["", "_reverse"]):
            state["lstm.weight_ih_l0" + suffix] = weights["input"][way]
            state["lstm.weight_hh_l0" + suffix] = hidden[way]
            state["lstm.bias_ih_l0" + suffix] = weights["bias"][way]
            state["lstm.bias_hh_l0" + suffix] = torch.zeros_like(weights["bias"][way])
        self.load_state_dict(state, strict=False)

    def loss(self, batch):
        words = self.words(batch["ids"])
        if self.is_packed:
            words = nn.utils.rnn.pack_padded_sequence(words, batch["lengths"])
        states, _ = self.lstm(words)
        if self.is_packed:
            states, _ = nn.utils.rnn.pad_packed_sequence(states)
        return self.crf.loss(self.head(states), batch["tags"], batch["mask"]).sum() / batch["lengths"].sum()


def main():
    torch.set_num_threads(int(sys.argv[1]))
    model = optimiser = batches = None
    for line in sys.stdin:
        request = json.loads(line)
        if request["do"] == "setup":
            model = Tagger(read(request["weights"]), request["lstm"])
            batches = gathered(read(request["batches"]))
            options = request["optimiser"]
            optimiser = torch.optim.AdamW(
                model.parameters(), lr=options["learningRate"], weight_decay=options["weightDecay"], fused=True
            )
            answer = {"parameters": sum(p.numel() for p in model.parameters())}
        elif request["do"] == "train":
            losses = []
            start, cpu = time.perf_counter(), time.process_time()
            for index in request["batches"]:
                optimiser.zero_grad(set_to_none=True)
                loss = model.loss(batches[index])
                loss.backward()
                optimiser.step()
                losses.append(loss.item())
            answer = {"seconds": time.perf_counter() - start, "cpu": time.process_time() - cpu, "losses": losses}
        else:
            tensors = read(request["scores"])
            chain = [tensors.pop(name) for name in ["transitions", "start", "end"]]
            scored = gathered(tensors)
            start, cpu = time.perf_counter(), time.process_time()
            paths = [viterbi(batch["emissions"], batch["mask"], batch["lengths"], *chain) for batch in scored]
            spent = {"seconds": time.perf_counter() - start, "cpu": time.process_time() - cpu}
            answer = {**spent, "paths": sum(paths, [])}
        print(json.dumps(answer), flush=True)


main()
