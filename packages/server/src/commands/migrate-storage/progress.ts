/** Begins a step of `total` things and returns what is told of each that is done. */
export type Progress = (what: string, total: number) => (done: number) => void;
