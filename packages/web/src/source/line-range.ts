/** Lines from the first to the last, from 1. */
export interface LineRange {
  first: number;
  last: number;
}

/** What the fragment of an address or a typed text chooses: `#L12`, `#L12-L20`, `12-20`. */
export const readLineRange = (text: string): LineRange | undefined => {
  const [, one, other] = /^#?L?(\d{1,7})(?:-L?(\d{1,7}))?$/.exec(text.trim()) ?? [];
  if (one === undefined || Number(one) === 0) return undefined;
  const [first = 1, last = 1] = [Number(one), Number(other ?? one)].sort((a, b) => a - b);
  return { first, last };
};

export const writeLineRange = ({ first, last }: LineRange): string =>
  first === last ? `#L${first}` : `#L${first}-L${last}`;
