import type { ReadmePart } from '@patchbay/client';
import { withEmoji } from '../markdown/emoji.ts';

interface ReadmeContentsProps {
  parts: readonly ReadmePart[];
}

interface Heading {
  id: string;
  /** 3 or 4. */
  level: number;
  text: string;
}

/** A shorter readme is seen at once. */
const [headingsMin, headingsMax, charsMax] = [5, 60, 120];

/** What a long readme has, to go there at once. */
export const ReadmeContents = ({ parts }: ReadmeContentsProps) => {
  const headings = headingsOf(parts);
  if (headings.length < headingsMin) return null;
  return (
    <details class="contents">
      <summary>Contents</summary>
      <ul>
        {headings.slice(0, headingsMax).map(({ id, level, text }) => (
          <li key={id} class={`deep-${level}`}>
            <a href={`#${id}`} dir="auto">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
};

const headingsOf = (parts: readonly ReadmePart[]): Heading[] =>
  parts.flatMap(({ id, tag = '', depth }, index) => {
    const level = Number(/^h([345])$/.exec(tag)?.[1]);
    if (id === undefined || !(level > 0)) return [];
    const end = parts.findIndex((part, other) => other > index && part.depth <= depth);
    const within = parts.slice(index + 1, end === -1 ? undefined : end);
    const text = within
      .map(({ text: piece = '' }) => piece)
      .join('')
      .trim()
      .slice(0, charsMax)
      .toWellFormed();
    return text === '' ? [] : [{ id, level, text: withEmoji(text) }];
  });
