/** Lines that follow each other and have the same fate. */
export interface Run {
  kind: 'same' | 'added' | 'removed';
  count: number;
}
