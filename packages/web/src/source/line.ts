/** Pieces of a line, each with its classes. */
export type Line = readonly (readonly [text: string, classes: string])[];
