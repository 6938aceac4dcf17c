import type { Message } from './enqueue-mail.ts';

/** The texts of a message as it is sent. */
export interface WrittenMessage {
  subject: string;
  text: string;
  html: string;
}

const [subjectCharsMax, paragraphCharsMax, paragraphsMax] = [200, 2_000, 20];

/** Plain text and HTML that say the same. `secret` takes the place of `{secret}` in the link. */
export const writeMessage = (
  { subject, paragraphs, action }: Omit<Message, 'to' | 'expiresAt'>,
  secret: string,
): WrittenMessage => {
  const lines = paragraphs.slice(0, paragraphsMax).map((paragraph) => oneLine(paragraph, paragraphCharsMax));
  const url = action?.url.replaceAll('{secret}', secret);
  const link =
    action === undefined || url === undefined ? undefined : { text: oneLine(action.text, 200), url };
  return {
    subject: oneLine(subject, subjectCharsMax),
    text: [...lines, ...(link === undefined ? [] : [`${link.text}:\n${link.url}`])].join('\n\n') + '\n',
    html: page([
      ...lines.map((line) => `<p>${escape(line)}</p>`),
      ...(link === undefined ? [] : [`<p><a href="${escape(link.url)}">${escape(link.text)}</a></p>`]),
    ]),
  };
};

/** Names in it are of strangers: none of them begins a line or a header, or turns the direction of what follows. */
const oneLine = (text: string, charsMax: number): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, charsMax)
    .toWellFormed();

const escape = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const page = (parts: readonly string[]): string =>
  `<!doctype html>\n<html lang="en"><body>\n${parts.join('\n')}\n</body></html>\n`;
