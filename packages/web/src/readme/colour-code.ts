import { askWorker } from '../source/ask-worker.ts';
import type { Line } from '../source/line.ts';

/** Gives the words of some code their classes, and says whether they were known in time. The text stays the same. */
export const colourCode = async (
  code: HTMLElement,
  highlighter: string,
  ending: string,
): Promise<boolean> => {
  const { textContent: text } = code;
  const lines = await askWorker<readonly Line[] | undefined>(highlighter, { path: `code.${ending}`, text });
  if (lines === undefined) return false;
  const pieces = lines.flatMap((line, index) => [...(index === 0 ? [] : ['\n']), ...line.map(pieceOf)]);
  code.replaceChildren(...pieces);
  return true;
};

const pieceOf = ([text, classes]: Line[number]): string | HTMLElement => {
  if (classes === '') return text;
  const piece = document.createElement('span');
  piece.className = classes;
  piece.textContent = text;
  return piece;
};
