/**
 * The scheduling class of a process. `spare` runs only on idle processors and yields at once; `low` gets a tenth of
 * the share of others.
 */
export type Priority = 'spare' | 'low';
