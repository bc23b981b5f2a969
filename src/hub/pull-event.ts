/** Progress of a pull. */
export type PullEvent =
  | { readonly kind: "waiting" }
  | { readonly kind: "damaged"; readonly reason: string }
  | {
      readonly kind: "bytes";
      readonly file: string;
      readonly done: number;
      readonly total: number | undefined;
    }
  | { readonly kind: "retry"; readonly file: string; readonly reason: string; readonly wait: number };
