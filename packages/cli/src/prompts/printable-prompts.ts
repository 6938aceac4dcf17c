import { printable } from '../output/printable.ts';
import type { Prompts } from './prompts.ts';

/** The same questions, whose texts are safe to show: some name what a registry sent. */
export const printablePrompts = (prompts: Prompts): Prompts => ({
  text: (message, options) => prompts.text(printable(message), options),
  secret: (message) => prompts.secret(printable(message)),
  confirm: (message) => prompts.confirm(printable(message)),
  select: (message, options) =>
    prompts.select(
      printable(message),
      options.map(({ value, label }) => ({ value, label: printable(label) })),
    ),
});
