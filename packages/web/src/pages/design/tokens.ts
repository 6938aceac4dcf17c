import text from '../../styles/tokens.css';

/** A colour of the light and of the dark theme. */
export interface Colour {
  name: string;
  light: string;
  dark: string;
}

/** All colours, as the style sheet has them. */
export const colours: readonly Colour[] = [
  ...text.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g),
].map(([, name = '', light = '', dark = '']) => ({ name, light, dark }));

/** The lengths whose names begin so, as they are written. */
export const lengths = (family: 'size' | 'gap'): readonly { name: string; length: string }[] =>
  [...text.matchAll(new RegExp(`--(${family}-[\\w-]+): ([\\d.]+rem)`, 'g'))].map(
    ([, name = '', length = '']) => ({ name, length }),
  );

/** What is written on what. */
const pairs = [
  ['ink', ['paper', 'raised', 'sunken']],
  ['quiet', ['paper', 'raised', 'sunken']],
  ['accent', ['paper', 'raised', 'sunken']],
  ['bad', ['paper', 'raised', 'bad-paper']],
  ['good', ['good-paper']],
  ['warn', ['warn-paper']],
  ['info', ['info-paper']],
  ['accent-ink', ['accent']],
] as const;

/** The contrast of every text with what it is written on, in both themes. */
export const contrasts = (): { text: string; ground: string; light: number; dark: number }[] =>
  pairs.flatMap(([ink, grounds]) =>
    grounds.map((on) => {
      const [front, back] = [colourOf(ink), colourOf(on)];
      return {
        text: ink,
        ground: on,
        light: contrast(front.light, back.light),
        dark: contrast(front.dark, back.dark),
      };
    }),
  );

export const colourOf = (wanted: string): Colour => {
  const found = colours.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`there is no colour ${wanted}`);
  return found;
};

/** As WCAG 2 defines it. */
const contrast = (one: string, other: string): number => {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
};

const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
