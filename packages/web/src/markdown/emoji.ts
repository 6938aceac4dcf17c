import { nameToEmoji } from 'gemoji';

/** A text with the emoji that it names, as `:rocket:` does. A code that is none stays as it is. */
export const withEmoji = (text: string): string =>
  text.includes(':')
    ? text.replaceAll(/:([\w+-]{1,40}):/g, (code, name: string) =>
        Object.hasOwn(nameToEmoji, name) ? (nameToEmoji[name] ?? code) : code,
      )
    : text;
