/** A number with its noun: `1 package`, `2 packages`. */
export const quantity = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
