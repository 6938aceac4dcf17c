/** Whether a text can be a part of a path: empty ones and dots would make it the path of something else. */
export const isPathSegment = (text: string): boolean => !/^\.{0,2}$/.test(text);

/** Reads an argument that becomes a part of a path. */
export const pathSegment = (text: string): string => {
  if (isPathSegment(text)) return text;
  throw new RangeError('names nothing');
};
