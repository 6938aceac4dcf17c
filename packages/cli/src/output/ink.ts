import { styleText } from 'node:util';
import type { Context, Output } from '../context.ts';

const styles = ['bold', 'dim', 'green', 'yellow', 'red', 'cyan'] as const;

/** Writes text in a style, or as it is where there are no colours. */
export type Ink = Readonly<Record<(typeof styles)[number], (text: string) => string>> & {
  /** How many characters a line of the terminal has; undefined without a terminal. */
  readonly width: number | undefined;
};

/** Colours are for terminals, and for nobody who set NO_COLOR (https://no-color.org). */
export const inkFor = ({ env }: Pick<Context, 'env'>, { isTerminal, columns }: Output): Ink => {
  const isColored = isTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  const inks = styles.map((style) => [
    style,
    (text: string) => (isColored ? styleText(style, text, { validateStream: false }) : text),
  ]);
  return { ...(Object.fromEntries(inks) as Omit<Ink, 'width'>), width: isTerminal ? columns : undefined };
};
