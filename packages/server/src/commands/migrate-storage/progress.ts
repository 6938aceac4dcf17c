/** Starts a step of `total` items and returns a function to call for each finished one. */
export type Progress = (what: string, total: number) => (done: number) => void;
