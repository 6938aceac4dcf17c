/** A text of at most `max` characters, the last of which says that more was there. */
export const clipText = (text: string, max: number): string => {
  const chars = Array.from(text.slice(0, 2 * Math.ceil(max) + 2));
  return chars.length <= max ? text : `${chars.slice(0, Math.max(0, Math.floor(max) - 1)).join('')}…`;
};
