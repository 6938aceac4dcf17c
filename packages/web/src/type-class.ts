/** As many as `tokens.css` has colours of types. */
const coloursMax = 8;
/** Chosen so that the eight most usual types differ: of images, masks, latents, models and so on. */
const seed = 666;

/** The class that colours a type: always the same for the same type, on every page. Any type at all has none. */
export const typeClass = (type: string): string => {
  if (type === '*') return 'any';
  let hash = seed;
  for (let index = 0; index < type.length; index += 1) {
    hash = Math.imul(hash ^ type.charCodeAt(index), 0x01000193);
  }
  return `t${(hash >>> 16) % coloursMax}`;
};
