/**
 * The share of the processors that a process gets. `equal` gets that of the server, `low` a tenth of it, and `spare`
 * runs only on idle processors and yields at once.
 */
export type Priority = 'equal' | 'low' | 'spare';
