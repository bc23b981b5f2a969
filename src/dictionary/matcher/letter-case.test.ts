import { expect, test } from "vitest";
import { acceptsCase, type CaseRule, caseRule } from "./letter-case.ts";

const phrases: readonly [string, CaseRule][] = [
  ["aspirin", "any"],
  ["2-butanol", "any"],
  ["大米", "any"],
  ["May", "capitals"],
  ["iPhone", "capitals"],
  ["mRNA", "capitals"],
  ["Über", "capitals"],
  ["𐐀𐐨", "capitals"], // Deseret letters, beyond 16 bits
  ["ÜBER", "itself"],
  ["WHO", "itself"],
  ["IL-2", "itself"],
  ["NASDAQ", "raised"], // six letters
  ["U N", "raised"], // two words
];

test.each(phrases)("%s is matched by the rule %s", (phrase, rule) => {
  expect(caseRule(phrase)).toBe(rule);
});

const headings: readonly [string, CaseRule][] = [
  ["heart failure", "any"],
  ["Heart Failure", "words"],
  ["mRNA", "words"],
  ["WHO", "itself"],
  ["NASDAQ", "raised"],
];

test.each(headings)("as a heading %s is matched by the rule %s", (phrase, rule) => {
  expect(caseRule(phrase, "heading")).toBe(rule);
});

const texts: readonly [rule: CaseRule, phrase: string, accepted: string[], refused: string[]][] = [
  [
    "any",
    "beta blocker",
    ["beta blocker", "Beta blocker", "BETA Blocker", "BETA BLOCKER"],
    ["bETA blocker", "BeTa"],
  ],
  ["capitals", "iPhone", ["iPhone", "IPHONE"], ["Iphone", "iphone", "IPhone"]],
  [
    "words",
    "Long QT Syndrome",
    ["Long QT Syndrome", "long QT syndrome", "LONG QT syndromes"],
    ["long qt syndrome", "LoNG QT syndrome"],
  ],
  ["words", "mRNA", ["mRNA", "m RNA", "mRNAs"], ["mrna", "MRNA"]],
  ["raised", "NASDAQ", ["NASDAQ", "Nasdaq"], ["nasdaq", "NasDaq"]],
  ["itself", "IL-2", ["IL-2", "IL - 2"], ["il-2", "Il-2"]],
  // An ending that the phrase does not have (plural) does not matter; what comes before it does.
  ["itself", "HIT", ["HITs"], ["Hits", "hits"]],
  ["capitals", "Gene Therapy", ["Gene Therapies", "GENE THERAPIES"], ["gene therapies"]],
];

test.each(texts)("rule %s for %s", (rule, phrase, accepted, refused) => {
  expect(accepted.filter((text) => !acceptsCase(rule, phrase, text))).toEqual([]);
  expect(refused.filter((text) => acceptsCase(rule, phrase, text))).toEqual([]);
});
