/** A dotted name. */
export interface ResolvedName {
  name: string;
  /**
   * Whether a part of it was a string, or was written in letters that look different but that Python reads as the same.
   */
  isHidden: boolean;
  /** Whether that string must be decoded or joined before it can be read. */
  isEncoded: boolean;
}
