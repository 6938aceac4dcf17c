import { createHash } from 'node:crypto';

/** Text of this many characters that hardly compresses, the same every time. */
export const noise = (length: number): string => {
  const parts: string[] = [];
  for (let index = 0; index * 86 < length; index += 1) {
    parts.push(createHash('sha512').update(String(index)).digest('base64').slice(0, 86));
  }
  return parts.join('').slice(0, length);
};
