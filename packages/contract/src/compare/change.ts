/** What a change does to workflows that were made with the former version. */
export type Effect = 'none' | 'breaking' | 'unknown';

/** One difference between two versions of something. */
export interface Change {
  /** What changed: `input image`, `output 2`, `category`. */
  readonly what: string;
  /** Absent for what was added. */
  readonly before?: string;
  /** Absent for what was removed. */
  readonly after?: string;
  readonly effect: Effect;
  /** Why it is breaking, or why nobody can say. */
  readonly why?: string;
}
