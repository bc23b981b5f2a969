import { entryAt } from "../../entries.ts";
import type { CaseMode, Normalisation, Unit } from "../match-options.ts";
import { BytePool } from "./byte-pool.ts";
import { EntryLinks } from "./entry-links.ts";
import { normalise } from "./fold-case.ts";
import { IntList } from "./int-list.ts";
import { acceptsCase, type CaseRule, caseRule } from "./letter-case.ts";
import { otherForms } from "./other-forms.ts";
import { firstHasChildren, firstHasValue, firstNode, PhraseTrie } from "./phrase-trie.ts";
import { SentenceTokens } from "./sentence-tokens.ts";
import { TokenCutter } from "./token-cutter.ts";
import { TokenTable } from "./token-table.ts";

/** How phrases are compared with text; fixed when the index is made. */
interface ComparisonOptions {
  readonly unit: Unit;
  readonly case: CaseMode;
  readonly normalisation: Normalisation;
  readonly plural: boolean;
  /** For tests: which bits of every hash are used. */
  readonly hashMask?: number;
}

const rules: readonly CaseRule[] = ["any", "words", "capitals", "raised", "itself"];
const NONE = 0;

/**
 * The phrases of a dictionary and where they occur in a sentence. An entry is a phrase with a label (a
 * number chosen by the caller); several entries may share a phrase. Everything is kept in flat arrays.
 */
export class PhraseIndex {
  readonly #options: ComparisonOptions;
  readonly #tokens: TokenTable;
  readonly #cutter: TokenCutter;
  readonly #trie: PhraseTrie;
  readonly #phrases = new BytePool();
  readonly #labels = new IntList();
  readonly #rules = new IntList();
  readonly #links = new EntryLinks();
  readonly #encoder = new TextEncoder();
  #bytes = new Uint8Array(1 << 10);

  // The sentence at hand, and the phrases that begin with one of its words.
  #words: readonly string[] = [];
  readonly #sentence: SentenceTokens;
  readonly #candidateNode = new IntList();
  readonly #candidateEnd = new IntList();

  /** After `resolve`: the accepted entries, at most one per label, and their labels. */
  readonly found: number[] = [];
  readonly foundLabels: number[] = [];

  constructor(options: ComparisonOptions) {
    this.#options = options;
    this.#tokens = new TokenTable(options.hashMask);
    this.#trie = new PhraseTrie(options.hashMask);
    this.#cutter = new TokenCutter(this.#tokens, options.unit, options.case, options.normalisation);
    this.#sentence = new SentenceTokens(this.#cutter);
  }

  get size(): number {
    return this.#phrases.size;
  }

  phrase(entry: number): string {
    return this.#phrases.text(entry);
  }

  label(entry: number): number {
    return this.#labels.at(entry);
  }

  /** Adds a phrase under a label. Nothing is added if it holds no characters, or is there already. */
  add(phrase: string, label: number): "added" | "empty" | "duplicate" {
    const cutter = this.#cutter;
    cutter.reset();
    cutter.cut(phrase, true);
    if (cutter.count === 0) return "empty";
    const node = this.#trie.insert(cutter.tokens, 0, cutter.count);
    const length = this.#encode(phrase);
    if (this.#has(node, label, length)) return "duplicate";
    const entry = this.#phrases.add(this.#bytes, length);
    this.#labels.push(label);
    const { case: mode, normalisation } = this.#options;
    if (hasRules(mode)) this.#rules.push(rules.indexOf(caseRule(normalise(phrase, normalisation), mode)));
    this.#link(node, entry, label, false);
    for (const form of otherForms(phrase, this.#options.unit, this.#options.plural)) {
      cutter.reset();
      cutter.cut(form, true);
      this.#link(this.#trie.insert(cutter.tokens, 0, cutter.count), entry, label, true);
    }
    return "added";
  }

  /** Ends the adding of phrases and frees spare memory. */
  close(): void {
    this.#tokens.trim();
    this.#trie.close();
    this.#phrases.trim();
    for (const list of [this.#labels, this.#rules, this.#links]) list.trim();
  }

  /** Opens a sentence for the methods below. */
  open(words: readonly string[]): void {
    this.#words = words;
    this.#sentence.open(words);
  }

  /** Finds the phrases that begin with word `start` and end at a word boundary; returns their number, the shortest first. */
  candidates(start: number): number {
    let at = this.#sentence.first[start]!;
    if (at === this.#sentence.first[start + 1]) return 0;
    const trie = this.#trie;
    const { tokens, count } = this.#cutter;
    const first = trie.first(tokens[at]!);
    if (first === NONE) return 0;
    const nodes = this.#candidateNode;
    const ends = this.#candidateEnd;
    nodes.length = 0;
    ends.length = 0;
    let node = firstNode(first);
    let hasValue = firstHasValue(first);
    let hasChildren = firstHasChildren(first);
    for (;;) {
      const end = this.#sentence.wordEnd[at]!;
      if (end !== 0 && hasValue) {
        nodes.push(node);
        ends.push(end);
      }
      at++;
      if (at === count || !hasChildren || tokens[at] === NONE) break;
      node = trie.next(node, tokens[at]!);
      if (node === NONE) break;
      hasValue = trie.hasValue(node);
      hasChildren = trie.hasChildren(node);
    }
    return nodes.length;
  }

  /** Where candidate `which` of the last call to `candidates` ends. */
  candidateEnd(which: number): number {
    return this.#candidateEnd.at(which);
  }

  /**
   * Puts the entries that candidate `which` stands for into `found`, one per label, and returns how many.
   * A phrase as written wins over another form (a plural) of another phrase.
   */
  resolve(which: number, start: number): number {
    const node = this.#candidateNode.at(which);
    const end = this.#candidateEnd.at(which);
    this.found.length = 0;
    this.foundLabels.length = 0;
    this.#collect(node, start, end, false);
    if (this.found.length === 0) this.#collect(node, start, end, true);
    return this.found.length;
  }

  /** Calls `visit` with the entries of each phrase that has several (also under one label, where case tells them apart). */
  shared(visit: (entries: readonly number[]) => void): void {
    for (let node = 1; node < this.#trie.size; node++) {
      const head = this.#trie.value(node);
      if (head === NONE || this.#links.next(head) === NONE) continue;
      const entries: number[] = [];
      for (let link = head; link !== NONE; link = this.#links.next(link)) {
        if (!this.#links.isOtherForm(link)) entries.push(this.#links.entry(link));
      }
      if (entries.length > 1) visit(entries);
    }
  }

  #collect(node: number, start: number, end: number, otherForms: boolean): void {
    const links = this.#links;
    const isRuled = hasRules(this.#options.case);
    for (let link = this.#trie.value(node); link !== NONE; link = links.next(link)) {
      if (links.isOtherForm(link) !== otherForms || this.foundLabels.includes(links.label(link))) continue;
      if (isRuled && !this.#accepts(links.entry(link), start, end)) continue;
      this.found.push(links.entry(link));
      this.foundLabels.push(links.label(link));
    }
  }

  #accepts(entry: number, start: number, end: number): boolean {
    const rule = entryAt(rules, this.#rules.at(entry));
    if (rule === "any" ? this.#isPlainLower(start, end) : this.#isVerbatim(entry, start, end)) return true;
    const { normalisation } = this.#options;
    const text = normalise(this.#words.slice(start, end).join(" "), normalisation);
    return acceptsCase(rule, normalise(this.phrase(entry), normalisation), text);
  }

  // Two fast paths that spare nearly all texts the general comparison.
  #isPlainLower(start: number, end: number): boolean {
    for (let i = start; i < end; i++) {
      const word = this.#words[i]!;
      for (let k = 0; k < word.length; k++) {
        const unit = word.charCodeAt(k);
        if (unit >= 128 || (unit >= 65 && unit <= 90)) return false;
      }
    }
    return true;
  }

  #isVerbatim(entry: number, start: number, end: number): boolean {
    const { bytes } = this.#phrases;
    let at = this.#phrases.starts.at(entry);
    const stop = this.#phrases.starts.at(entry + 1);
    for (let i = start; i < end; i++) {
      const word = this.#words[i]!;
      for (let k = 0; k < word.length; k++) {
        if (bytes[at] === 32) at++;
        const unit = word.charCodeAt(k);
        if (unit >= 128 || at >= stop || bytes[at++] !== unit) return false;
      }
    }
    return at === stop;
  }

  #link(node: number, entry: number, label: number, isOtherForm: boolean): void {
    const head = this.#trie.value(node);
    const newHead = this.#links.append(head, entry, label, isOtherForm);
    if (newHead !== head) this.#trie.setValue(node, newHead);
  }

  #has(node: number, label: number, length: number): boolean {
    for (let link = this.#trie.value(node); link !== NONE; link = this.#links.next(link)) {
      if (this.#links.isOtherForm(link) || this.#links.label(link) !== label) continue;
      // With rules, spellings that differ in case accept different texts.
      if (!hasRules(this.#options.case)) return true;
      if (this.#phrases.equals(this.#links.entry(link), this.#bytes, length)) return true;
    }
    return false;
  }

  #encode(phrase: string): number {
    if (phrase.length * 3 > this.#bytes.length) this.#bytes = new Uint8Array(phrase.length * 6);
    return this.#encoder.encodeInto(phrase, this.#bytes).written;
  }
}

/** Whether each phrase has a case rule of its own. */
function hasRules(mode: CaseMode): mode is "smart" | "heading" {
  return mode === "smart" || mode === "heading";
}
