"""The other side of `npm run bench:engine`: the same models, losses and updates in PyTorch.

One JSON request per line on standard input, one JSON answer per line on standard output:
  {"do": "setup", "model": {...}, "weights": FILE, "batches": FILE, "optimiser": {...}}
  {"do": "steps", "batches": [0, 1, ...]}  ->  {"milliseconds": [...], "losses": [...], "peak": MB, "cpu": seconds}
Weights and batches come as safetensors files, read here by hand: the format is a length, a JSON header and the data.
"""

import json
import resource
import sys
import time

import torch
from torch import nn
from torch.nn import functional

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


class Layer(nn.Module):
    def __init__(self, dim, heads, inner):
        super().__init__()
        self.heads = heads
        self.query = nn.Linear(dim, dim)
        self.key = nn.Linear(dim, dim)
        self.value = nn.Linear(dim, dim)
        self.output = nn.Linear(dim, dim)
        self.up = nn.Linear(dim, inner)
        self.down = nn.Linear(inner, dim)
        self.norm1 = nn.LayerNorm(dim)
        self.norm2 = nn.LayerNorm(dim)

    def forward(self, x, mask):
        batch, words, dim = x.shape

        def apart(y):
            return y.view(batch, words, self.heads, dim // self.heads).transpose(1, 2)

        mixed = functional.scaled_dot_product_attention(
            apart(self.query(x)), apart(self.key(x)), apart(self.value(x)), attn_mask=mask
        )
        x = self.norm1(x + self.output(mixed.transpose(1, 2).reshape(batch, words, dim)))
        return self.norm2(x + self.down(functional.gelu(self.up(x))))


class Transformer(nn.Module):
    def __init__(self, layers, dim, heads, inner, labels, vocabulary):
        super().__init__()
        if vocabulary:
            self.words = nn.Parameter(torch.empty(vocabulary, dim))
        self.layers = nn.ModuleList(Layer(dim, heads, inner) for _ in range(layers))
        self.head = nn.Linear(dim, labels)

    def loss(self, batch):
        x = functional.embedding(batch["ids"], self.words) if "ids" in batch else batch["x"]
        for layer in self.layers:
            x = layer(x, batch.get("mask"))
        scores = self.head(x)
        return functional.cross_entropy(scores.flatten(0, 1), batch["labels"].flatten(), ignore_index=-1)


class Bilstm(nn.Module):
    def __init__(self, dim, hidden, labels, **_):
        super().__init__()
        self.lstm = nn.LSTM(dim, hidden, bidirectional=True)
        self.head = nn.Linear(2 * hidden, labels)

    def loss(self, batch):
        states, _ = self.lstm(batch["x"])
        return functional.cross_entropy(self.head(states).flatten(0, 1), batch["labels"].flatten())

    def load_state_dict(self, weights):
        state = {"head.weight": weights["head.weight"], "head.bias": weights["head.bias"]}
        for way, suffix in enumerate(["", "_reverse"]):
            state["lstm.weight_ih_l0" + suffix] = weights["lstm.input"][way]
            state["lstm.weight_hh_l0" + suffix] = weights["lstm.hidden"][way]
            state["lstm.bias_ih_l0" + suffix] = weights["lstm.bias"][way]
            state["lstm.bias_hh_l0" + suffix] = torch.zeros_like(weights["lstm.bias"][way])
        super().load_state_dict(state)


def gathered(tensors):
    """`3.x` is the x of batch 3; a batch with lengths is packed there and padded here, before the clock starts."""
    batches = {}
    for name, tensor in tensors.items():
        number, key = name.split(".")
        batches.setdefault(int(number), {})[key] = tensor
    return [padded(batches[i]) for i in range(len(batches))]


def padded(batch):
    if "lengths" not in batch:
        return batch
    lengths = batch.pop("lengths").tolist()

    def pad(tensor, value):
        return nn.utils.rnn.pad_sequence(tensor.split(lengths), batch_first=True, padding_value=value)

    labels = pad(batch["labels"], -1)
    result = {key: pad(tensor, 0) for key, tensor in batch.items() if key != "labels"}
    return {**result, "labels": labels, "mask": (labels >= 0)[:, None, None, :]}


def make_optimiser(parameters, learningRate, weightDecay):
    try:
        return torch.optim.AdamW(parameters, lr=learningRate, weight_decay=weightDecay, fused=True)
    except RuntimeError:
        return torch.optim.AdamW(parameters, lr=learningRate, weight_decay=weightDecay, foreach=True)


def main():
    torch.set_num_threads(int(sys.argv[1]))
    model = optimiser = batches = None
    for line in sys.stdin:
        request = json.loads(line)
        if request["do"] == "setup":
            model = optimiser = batches = None
            settings = request["model"]
            model = {"transformer": Transformer, "bilstm": Bilstm}[settings.pop("kind")](**settings)
            model.load_state_dict(read(request["weights"]))
            batches = gathered(read(request["batches"]))
            optimiser = make_optimiser(model.parameters(), **request["optimiser"])
            answer = {"parameters": sum(p.numel() for p in model.parameters())}
        else:
            times, losses = [], []
            cpu = time.process_time()
            for index in request["batches"]:
                start = time.perf_counter()
                optimiser.zero_grad(set_to_none=True)
                loss = model.loss(batches[index])
                loss.backward()
                optimiser.step()
                losses.append(loss.item())
                times.append(1000 * (time.perf_counter() - start))
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            answer = {"milliseconds": times, "losses": losses, "peak": peak, "cpu": time.process_time() - cpu}
        print(json.dumps(answer), flush=True)


main()
