/** Who did what, when. */
export interface HistoryEntry {
  readonly id: number;
  readonly at: string;
  readonly who: string;
  readonly action: string;
  readonly suggestion?: number | null;
  readonly sentence?: number | null;
  readonly text?: string | null;
  readonly label?: string | null;
  readonly count?: number | null;
}
