/** A top-level folder of `src/`. */
export interface Room {
  readonly name: string;
  /** What it knows, for CONTRIBUTING.md. */
  readonly about: string;
  /** The rooms whose `index.ts` it may import; `"all"` for the command line. */
  readonly imports: readonly string[] | "all";
  /** Its folders, and what is in each. */
  readonly folders?: Readonly<Record<string, string>>;
}

/**
 * The house. Read top to bottom: a room sees only rooms above it. Files at the root of `src/` (errors, random, format, …)
 * are open to all. `test/architecture.test.ts` holds the code to this, and writes CONTRIBUTING's table from it.
 */
export const rooms: readonly Room[] = [
  { name: "text", about: "characters: offsets, words, sentences", imports: [] },
  {
    name: "files",
    about: "files and folders replaced in one piece, manifests, hashes, settings files",
    imports: [],
  },
  {
    name: "data",
    about:
      "labelled sentences: `Sentence`, `Span`, completeness, reading and writing corpora, masking, splits",
    imports: ["text", "files"],
    folders: {
      bytes: "files as UTF-8: gzip and zstd undone, UTF-16 converted",
      formats: "one reader and writer per format, in families",
      "formats/brat": "text files with stand-off annotations",
      "formats/character-offsets": "what formats with character offsets share",
      "formats/columns": "a word and its tag per line",
      "formats/csv": "tables with a header",
      "formats/docbin": "spaCy's binary files",
      "formats/hugging-face": "tags as numbers: JSONL and Parquet",
      "formats/json": "one JSON value per sentence or document",
    },
  },
  {
    name: "graph",
    about: "the expression graph, its gradients, optimisers and sessions; knows no language (docs/engine.md)",
    imports: ["files"],
    folders: {
      autodiff: "gradients of graphs",
      evaluate: "the reference interpreter, for tests",
      kernels: "WASM kernels of the optimisers, with a plain twin",
      nn: "layers, attention, LSTM, dropout: made of ops",
      onnx: "graphs as ONNX files",
      ops: "the operations",
      optimiser: "AdamW, SGD, schedules",
      parameters: "named weights, safetensors",
      runtime: "sessions of ONNX Runtime, native or WASM",
    },
  },
  {
    name: "dictionary",
    about: "phrase lists, what they match, and what that is worth",
    imports: ["data", "text"],
    folders: { matcher: "the trie, letter case, plurals, conflicts between matches" },
  },
  {
    name: "evaluation",
    about: "scores, intervals, significance, conlleval; pure functions",
    imports: ["data"],
  },
  { name: "samplers", about: "which unlabelled spans are trained as negatives", imports: ["data"] },
  { name: "chains", about: "linear chains: forward-backward, marginals, Viterbi", imports: ["graph"] },
  { name: "losses", about: "one loss per file: nodes in, node out", imports: ["graph", "chains"] },
  {
    name: "demo",
    about: "the embedded corpus and its dictionary",
    imports: ["data", "files"],
    folders: { names: "the names in it" },
  },
  {
    name: "encoders",
    about: "words in, vectors out",
    imports: ["files", "graph", "text", "dictionary"],
    folders: {
      features: "what an encoder is told about each word",
      "features/vectors": "files of word vectors",
      "from-scratch": "cnn and bilstm",
      recurrent: "recurrent encoders with pretrained weights",
      states: "frozen states: computed once, kept in a cache",
      transformer: "transformers, from a Hugging Face folder or from random weights",
      "transformer/layers": "their graph: BERT, DeBERTa, ModernBERT",
    },
  },
  {
    name: "hub",
    about: "the cache of pretrained encoders: fetched (resumable, checked) or imported, found by name",
    imports: ["files", "graph", "encoders"],
    folders: { import: "encoder folders made of ONNX graphs, compared with them" },
  },
  {
    name: "models",
    about: "heads over an encoder, decoding, label sets",
    imports: ["text", "files", "data", "graph", "chains", "encoders"],
    folders: {
      span: "spans and their classes",
      tagger: "a tag per word",
      binder: "spans against descriptions of types",
      autoner: "chunks and their types",
      mrc: "where mentions of each type begin and end",
    },
  },
  { name: "report", about: "self-contained HTML pages", imports: [], folders: { charts: "SVG charts" } },
  {
    name: "tagging",
    about: "model folders on disk, `Tagger`, the browser's door",
    imports: ["files", "data", "text", "graph", "dictionary", "evaluation", "encoders", "models"],
  },
  {
    name: "methods",
    about: "one file per method, naming its parts; `Method` and `Learner` (docs/design.md)",
    imports: ["data", "graph", "chains", "evaluation", "encoders", "models", "losses", "samplers"],
    folders: {
      span: "methods that score spans: corpus, negatives, losses",
      tagger: "methods that tag words: targets, soft labels, losses",
      binder: "the bi-encoder",
      pu2: "two-step PU learning",
      bnpu: "positive-unlabelled learning, type by type",
      "conf-mpu": "positive-unlabelled learning by confidence",
      bond: "teachers and students",
      distil: "what another model thinks of text, as targets",
      autoner: "tie or break, and the types of chunks",
      mrc: "a query for each type",
      "weighted-partial-crf": "completions weighted by models of other folds",
      lacuna: "our recipe",
    },
  },
  {
    name: "training",
    about: "from a config and files to a model folder",
    imports: [
      "files",
      "data",
      "text",
      "graph",
      "dictionary",
      "evaluation",
      "samplers",
      "losses",
      "encoders",
      "hub",
      "models",
      "methods",
      "report",
      "tagging",
    ],
    folders: {
      config: "keys, defaults, mistakes",
      setup: "data, encoder and method of a run: everything decided",
      loop: "steps, epochs, stages, the plan, events",
      checkpoint: "what a run needs to go on, on disk",
      report: "the HTML report of a run",
    },
  },
  {
    name: "audit",
    about: "which entities labels missed, and how many",
    imports: [
      "files",
      "data",
      "dictionary",
      "evaluation",
      "graph",
      "models",
      "report",
      "tagging",
      "training",
    ],
    folders: {
      predict: "out-of-fold predictions",
      calibrate: "probabilities one can believe; the estimate of what is missing",
      suggest: "suggestions with evidence, and applying them",
      report: "the HTML report of an audit",
    },
  },
  {
    name: "bench",
    about: "suites of experiments; in the package because `lacuna bench` needs them",
    imports: [
      "files",
      "data",
      "demo",
      "evaluation",
      "hub",
      "report",
      "tagging",
      "encoders",
      "methods",
      "training",
    ],
    folders: {
      suite: "what is to be run",
      suites: "the suites that come with the program",
      run: "one run after another, resumable",
      map: "t-SNE maps of span vectors, for the papers' figures",
      report: "tables and figures",
    },
  },
  { name: "http", about: "a hardened HTTP server: hosts, tokens, limits, errors", imports: [] },
  {
    name: "serve",
    about: "a model behind HTTP",
    imports: ["http", "report", "data", "text", "tagging", "files"],
  },
  {
    name: "review",
    about: "the server behind the review app; `api.ts` is what both speak",
    imports: [
      "http",
      "serve",
      "files",
      "data",
      "text",
      "evaluation",
      "report",
      "tagging",
      "training",
      "audit",
      "bench",
    ],
    folders: {
      store: "the database of a review, and what is imported into it",
      decisions: "accepting, rejecting, undoing, and what sentences are then",
      runs: "retraining and auditing again, and what came of it",
      map: "the map of spans",
      routes: "what the app may ask",
    },
  },
  {
    name: "cli",
    about: "one file per command",
    imports: "all",
    folders: {
      commands: "the commands",
      "commands/encoder": "the actions of `lacuna encoder`",
      "commands/vectors": "`lacuna vectors import` and `list`",
      options: "options that commands share",
      output: "tables and lines",
      progress: "progress on a terminal",
    },
  },
];
