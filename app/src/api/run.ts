import type { Entity } from "./span.ts";

export type RunStatus = "queued" | "running" | "done" | "failed" | "stopped";

/** A retraining with the decisions applied. */
export interface Run {
  readonly id: number;
  readonly name?: string;
  /** `before`: the data as it was audited. `reviewed`: with the decisions applied. `given`: a model that was there. */
  readonly kind?: "before" | "reviewed" | "given";
  readonly status: RunStatus;
  readonly stage?: string;
  readonly startedAt: string;
  readonly endedAt?: string | null;
  readonly method?: string;
  readonly epochs?: number;
  /** How many decisions were applied to the data it was trained on. */
  readonly decisions?: number;
  /** In per cent, as all scores. */
  readonly f1?: number | null;
  readonly error?: string | null;
}

export interface CurvePoint {
  readonly x: number;
  readonly y: number;
}

export interface TypeScore {
  readonly label: string;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly gold?: number;
}

/** A place where the model and the labels of the test data disagree. */
export interface RunMistake {
  readonly sentence: number;
  readonly tokens: readonly string[];
  readonly kind: "missed" | "spurious" | "type" | "boundary";
  readonly gold?: Entity;
  readonly predicted?: Entity;
}

export interface AuditExample {
  readonly text: string;
  readonly label: string;
  readonly sentence: number;
  readonly probability: number;
}

/** What a new audit finds that the last one did not, and the other way round. */
export interface AuditChange {
  readonly suggestions: number;
  readonly appeared: number;
  readonly vanished: number;
  readonly kept: number;
  /** How many entities are missing, by estimate. */
  readonly missing?: { readonly before: Interval; readonly after: Interval };
  readonly examples?: {
    readonly appeared: readonly AuditExample[];
    readonly vanished: readonly AuditExample[];
  };
}

interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface RunDetails extends Run {
  readonly config?: Readonly<Record<string, unknown>>;
  readonly curves?: Readonly<Record<string, readonly CurvePoint[]>>;
  readonly scores?: { readonly precision: number; readonly recall: number; readonly f1: number } | null;
  readonly types?: readonly TypeScore[];
  readonly errors?: readonly RunMistake[];
  readonly errorCount?: number;
  readonly scoredOn?: "test" | "dev" | null;
  readonly audit?: AuditChange | null;
}

export interface Difference {
  readonly a: number;
  readonly b: number;
  readonly difference: number;
  readonly low?: number;
  readonly high?: number;
  readonly p?: number | null;
}

/** Two runs judged on the same sentences. */
export interface Comparison {
  readonly a: number;
  readonly b: number;
  readonly total: Difference;
  readonly types: readonly (Difference & { readonly label: string })[];
  readonly sentences?: number;
  readonly test?: string;
  /** What only one of the two got wrong. */
  readonly mended?: readonly RunMistake[];
  readonly broken?: readonly RunMistake[];
}

export interface RunProgress {
  readonly run: number;
  readonly stage?: string;
  /** From 0 to 1. */
  readonly done?: number;
  readonly step?: number;
  readonly steps?: number;
  readonly epoch?: number;
  readonly epochs?: number;
  readonly loss?: number;
  readonly f1?: number;
  readonly message?: string;
}
