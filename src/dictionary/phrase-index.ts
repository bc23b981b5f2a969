import { AtomCutter } from "./atom-cutter.ts";
import { AtomTable } from "./atom-table.ts";
import { BytePool } from "./byte-pool.ts";
import { normalise } from "./fold-case.ts";
import { IntList } from "./int-list.ts";
import { acceptsCase, type CaseRule, caseRule } from "./letter-case.ts";
import type { CaseMode, Normalisation, Unit } from "./match-options.ts";
import { PhraseTrie } from "./phrase-trie.ts";
import { pluralForms } from "./plural-forms.ts";

/** How phrases are compared with text; fixed when the index is made. */
export interface ComparisonOptions {
  readonly unit: Unit;
  readonly case: CaseMode;
  readonly normalisation: Normalisation;
  readonly plural: boolean;
  /** For tests: which bits of every hash are used. */
  readonly hashMask?: number;
}

const rules: readonly CaseRule[] = ["any", "capitals", "raised", "itself"];
const NONE = 0;

/**
 * The phrases of a dictionary and where they occur in a sentence. An entry is a phrase with a label (a
 * number chosen by the caller); several entries may share a phrase. Everything is kept in flat arrays.
 */
export class PhraseIndex {
  readonly #options: ComparisonOptions;
  readonly #atoms: AtomTable;
  readonly #cutter: AtomCutter;
  readonly #trie: PhraseTrie;
  readonly #phrases = new BytePool();
  readonly #labels = new IntList();
  readonly #rules = new IntList();
  // The entries of a node are a chain of links. A negative entry (~entry) is reached by another form of its phrase.
  readonly #linkEntry = new IntList();
  readonly #linkNext = new IntList();
  readonly #encoder = new TextEncoder();
  #bytes = new Uint8Array(1 << 10);

  // The sentence at hand: its first atom per token, and for each atom the token end it completes, or 0.
  #tokens: readonly string[] = [];
  #firstAtom = new Int32Array(257);
  #tokenEnd = new Int32Array(256);
  readonly #candidateNode = new IntList();
  readonly #candidateEnd = new IntList();

  /** After `resolve`: the accepted entries, at most one per label. */
  readonly found: number[] = [];

  constructor(options: ComparisonOptions) {
    this.#options = options;
    this.#atoms = new AtomTable(options.hashMask);
    this.#trie = new PhraseTrie(options.hashMask);
    this.#cutter = new AtomCutter(this.#atoms, options.unit, options.case, options.normalisation);
  }

  get size(): number {
    return this.#phrases.size;
  }

  phrase(entry: number): string {
    return this.#phrases.text(entry);
  }

  label(entry: number): number {
    return this.#labels.data[entry]!;
  }

  /** Adds a phrase under a label. Nothing is added if it holds no characters, or is there already. */
  add(phrase: string, label: number): "added" | "empty" | "duplicate" {
    const cutter = this.#cutter;
    cutter.reset();
    cutter.cut(phrase, true);
    if (cutter.count === 0) return "empty";
    const node = this.#trie.insert(cutter.atoms, 0, cutter.count);
    const length = this.#encode(phrase);
    if (this.#has(node, label, length)) return "duplicate";
    const entry = this.#phrases.add(this.#bytes, length);
    this.#labels.push(label);
    if (this.#options.case === "smart") {
      this.#rules.push(rules.indexOf(caseRule(normalise(phrase, this.#options.normalisation))));
    }
    this.#link(node, entry);
    this.#addForms(phrase, entry);
    return "added";
  }

  /** Gives back room that was kept for more phrases. */
  trim(): void {
    this.#atoms.trim();
    this.#trie.trim();
    this.#phrases.trim();
    for (const list of [this.#labels, this.#rules, this.#linkEntry, this.#linkNext]) list.trim();
  }

  /** Takes up a sentence, for the questions below. */
  open(tokens: readonly string[]): void {
    this.#tokens = tokens;
    const cutter = this.#cutter;
    cutter.reset();
    if (tokens.length >= this.#firstAtom.length) this.#firstAtom = new Int32Array(tokens.length * 2);
    const firstAtom = this.#firstAtom;
    for (let i = 0; i < tokens.length; i++) {
      firstAtom[i] = cutter.count;
      cutter.cut(tokens[i]!, false);
    }
    firstAtom[tokens.length] = cutter.count;
    if (cutter.count > this.#tokenEnd.length) this.#tokenEnd = new Int32Array(cutter.count * 2);
    this.#tokenEnd.fill(0, 0, cutter.count);
    for (let i = 0; i < tokens.length; i++) {
      if (firstAtom[i + 1]! > firstAtom[i]!) this.#tokenEnd[firstAtom[i + 1]! - 1] = i + 1;
    }
  }

  /** Finds the phrases that begin with token `start` and end with a token; returns how many, the shortest first. */
  candidates(start: number): number {
    let at = this.#firstAtom[start]!;
    if (at === this.#firstAtom[start + 1]) return 0;
    const trie = this.#trie;
    const { atoms, count } = this.#cutter;
    let node = trie.first(atoms[at]!);
    if (node === NONE) return 0;
    const nodes = this.#candidateNode;
    const ends = this.#candidateEnd;
    nodes.length = 0;
    ends.length = 0;
    while (node !== NONE) {
      const end = this.#tokenEnd[at]!;
      if (end !== 0 && trie.value(node) !== 0) {
        nodes.push(node);
        ends.push(end);
      }
      at++;
      if (at === count) break;
      node = trie.next(node, atoms[at]!);
    }
    return nodes.length;
  }

  /** Where candidate `which` of the last call to `candidates` ends. */
  candidateEnd(which: number): number {
    return this.#candidateEnd.data[which]!;
  }

  /**
   * Puts the entries that candidate `which` stands for into `found`, one per label, and returns how many.
   * A phrase as written wins over another form (a plural) of another phrase.
   */
  resolve(which: number, start: number): number {
    const node = this.#candidateNode.data[which]!;
    const end = this.#candidateEnd.data[which]!;
    this.found.length = 0;
    this.#collect(node, start, end, false);
    if (this.found.length === 0) this.#collect(node, start, end, true);
    return this.found.length;
  }

  /** Calls `visit` with the entries of each phrase that has several (also under one label, where case tells them apart). */
  shared(visit: (entries: readonly number[]) => void): void {
    for (let node = 1; node < this.#trie.size; node++) {
      const head = this.#trie.value(node);
      if (head === 0 || this.#linkNext.data[head - 1] === 0) continue;
      const entries: number[] = [];
      for (let link = head; link !== 0; link = this.#linkNext.data[link - 1]!) {
        const entry = this.#linkEntry.data[link - 1]!;
        if (entry >= 0) entries.push(entry);
      }
      if (entries.length > 1) visit(entries);
    }
  }

  #collect(node: number, start: number, end: number, otherForms: boolean): void {
    const smart = this.#options.case === "smart";
    for (let link = this.#trie.value(node); link !== 0; link = this.#linkNext.data[link - 1]!) {
      const linked = this.#linkEntry.data[link - 1]!;
      if (linked < 0 !== otherForms) continue;
      const entry = linked < 0 ? ~linked : linked;
      if (smart && !this.#accepts(entry, start, end)) continue;
      if (this.#isNewLabel(entry)) this.found.push(entry);
    }
  }

  #isNewLabel(entry: number): boolean {
    const label = this.label(entry);
    for (let i = 0; i < this.found.length; i++) if (this.label(this.found[i]!) === label) return false;
    return true;
  }

  #accepts(entry: number, start: number, end: number): boolean {
    const rule = rules[this.#rules.data[entry]!]!;
    if (rule === "any" ? this.#isPlainLower(start, end) : this.#isVerbatim(entry, start, end)) return true;
    const { normalisation } = this.#options;
    const text = normalise(this.#tokens.slice(start, end).join(" "), normalisation);
    return acceptsCase(rule, normalise(this.phrase(entry), normalisation), text);
  }

  // The two quick answers that spare nearly all texts the general comparison.
  #isPlainLower(start: number, end: number): boolean {
    for (let i = start; i < end; i++) {
      const token = this.#tokens[i]!;
      for (let k = 0; k < token.length; k++) {
        const unit = token.charCodeAt(k);
        if (unit >= 128 || (unit >= 65 && unit <= 90)) return false;
      }
    }
    return true;
  }

  #isVerbatim(entry: number, start: number, end: number): boolean {
    const { bytes } = this.#phrases;
    let at = this.#phrases.starts.data[entry]!;
    const stop = this.#phrases.starts.data[entry + 1]!;
    for (let i = start; i < end; i++) {
      const token = this.#tokens[i]!;
      for (let k = 0; k < token.length; k++) {
        if (bytes[at] === 32) at++;
        const unit = token.charCodeAt(k);
        if (unit >= 128 || at >= stop || bytes[at++] !== unit) return false;
      }
    }
    return at === stop;
  }

  #link(node: number, linked: number): void {
    this.#linkEntry.push(linked);
    this.#linkNext.push(0);
    const link = this.#linkEntry.length;
    let tail = this.#trie.value(node);
    if (tail === 0) {
      this.#trie.setValue(node, link);
      return;
    }
    while (this.#linkNext.data[tail - 1] !== 0) tail = this.#linkNext.data[tail - 1]!;
    this.#linkNext.data[tail - 1] = link;
  }

  #has(node: number, label: number, length: number): boolean {
    for (let link = this.#trie.value(node); link !== 0; link = this.#linkNext.data[link - 1]!) {
      const entry = this.#linkEntry.data[link - 1]!;
      if (entry < 0 || this.label(entry) !== label) continue;
      // With `smart`, spellings that differ in case accept different texts.
      if (this.#options.case !== "smart" || this.#phrases.equals(entry, this.#bytes, length)) return true;
    }
    return false;
  }

  #addForms(phrase: string, entry: number): void {
    if (this.#options.unit === "characters" && /\s/.test(phrase)) {
      this.#addForm(phrase.replace(/\s+/g, ""), entry);
    }
    if (!this.#options.plural) return;
    const last = /[A-Za-z]+$/.exec(phrase)?.[0];
    if (last === undefined || phrase.length > last.length + 1_000) return;
    const stem = phrase.slice(0, phrase.length - last.length);
    if (/[\p{L}\p{N}\p{M}]$/u.test(stem)) return;
    for (const form of pluralForms(last)) this.#addForm(stem + form, entry);
  }

  #addForm(form: string, entry: number): void {
    this.#cutter.reset();
    this.#cutter.cut(form, true);
    this.#link(this.#trie.insert(this.#cutter.atoms, 0, this.#cutter.count), ~entry);
  }

  #encode(phrase: string): number {
    if (phrase.length * 3 > this.#bytes.length) this.#bytes = new Uint8Array(phrase.length * 6);
    return this.#encoder.encodeInto(phrase, this.#bytes).written;
  }
}
