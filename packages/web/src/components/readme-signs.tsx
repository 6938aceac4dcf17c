import type { ReadmePart } from '@patchbay/client';
import type { ComponentChild } from 'preact';

/** An element of a readme whose content comes in. */
export interface Open {
  part: ReadmePart;
  children: ComponentChild[];
  /** Of a quotation that is a note. */
  note?: Note;
}

/** What GitHub makes of quotations with these words at their start, and how the site marks each. */
const notes = { Note: 'info', Tip: 'good', Important: 'info', Warning: 'warn', Caution: 'bad' } as const;
type Note = keyof typeof notes;

const noteSign = new RegExp(String.raw`^\[!(${Object.keys(notes).join('|')})\][ \t]*(?:\n|$)`, 'i');
const taskSign = /^\[([ x])\]\s+(?=\S|$)/i;

/**
 * A text of a readme as it is shown: with a box to tick where a task begins, and with the title of a note where that
 * begins. Both are no Markdown of their own, but texts at the start of an item or of a quotation.
 */
export const withSigns = (open: readonly Open[], text: string): ComponentChild => {
  const begun = openingOf(open);
  const [sign = '', mark = ''] =
    (begun?.part.tag === 'li' && taskSign.exec(text)) ||
    (begun?.part.tag === 'blockquote' && noteSign.exec(text)) ||
    [];
  if (begun === undefined || sign === '') return text;
  const rest = text.slice(sign.length);
  if (begun.part.tag === 'li') {
    const isDone = mark !== ' ';
    return (
      <>
        <input type="checkbox" disabled checked={isDone} aria-label={isDone ? 'Done' : 'To do'} /> {rest}
      </>
    );
  }
  begun.note = Object.keys(notes).find((note) => note.toLowerCase() === mark.toLowerCase()) as Note;
  return (
    <>
      <strong class={`tag ${notes[begun.note]}`}>
        {/* So that the text after it says in which direction the paragraph is read. */}
        <bdi>{begun.note}</bdi>
      </strong>
      {sign.endsWith('\n') && <br />}
      {rest}
    </>
  );
};

/** The item or the quotation of which nothing is there yet; of a quotation its first paragraph may be open. */
const openingOf = (open: readonly Open[]): Open | undefined => {
  const inner = open.at(-1);
  const begun = inner?.part.tag === 'p' ? open.at(-2) : inner;
  const isEmpty = [inner, begun].every((one) => one?.children.every(isBlank));
  return isEmpty ? begun : undefined;
};

const isBlank = (child: ComponentChild): boolean => typeof child === 'string' && child.trim() === '';
