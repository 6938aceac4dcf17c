/** Whether two names differ by one letter, or by two that changed places. Another number is another name. */
export const isOneLetterOff = (one: string, other: string): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1 || short === long) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const isNumber = (text: string, index: number): boolean => /\d/.test(text[index] ?? '');
  if (short.length < long.length) return !isNumber(long, at) && short.slice(at) === long.slice(at + 1);
  if (isNumber(short, at) && isNumber(long, at)) return false;
  return (
    short.slice(at + 1) === long.slice(at + 1) ||
    (short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2))
  );
};
