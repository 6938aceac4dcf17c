import { renderShortText } from '@patchbay/inspect/readme';
import { nest } from './readme.tsx';

interface MarkdownProps {
  text: string;
  /** Of a longer text, this much is shown. */
  charsMax: number;
}

/** A text of a stranger in Markdown: elements come from a list, as those of a readme, and pictures are links. */
export const Markdown = ({ text, charsMax }: MarkdownProps) => {
  const shown = text.length <= charsMax ? text : `${text.slice(0, charsMax).toWellFormed()}…`;
  const { parts } = renderShortText(shown);
  return <div class="readme">{nest(parts.map(({ id: _none, ...part }) => part))}</div>;
};
