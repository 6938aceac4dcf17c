import type { Page } from 'playwright-core';
import { withFixedWords } from './fixed-words.ts';
import { type Hands, handsOf } from './hands.ts';
import type { Step } from './journey.ts';
import { until } from './until.ts';

/** A part of the page to be written down, by its selector. */
interface Shown {
  readonly part: string;
}

export const shows = (part = 'main'): Shown => ({ part });

/** What a person does by mouse and what the pages say to a screen reader, as Markdown. */
export const recordJourney = async (
  page: Page,
  url: string,
  title: string,
  steps: readonly (Step | Shown)[],
): Promise<string> => {
  const hands = handsOf['by mouse']?.(page) as Hands;
  const parts = [`# ${title}\n`];
  let said: string[] = [];
  for (const step of steps) {
    if (typeof step === 'function') {
      await step({ page, hands });
      if (step.says !== undefined) said.push(step.says);
    } else {
      if (said.length > 0) parts.push(`${said.join(' ')}\n`);
      said = [];
      parts.push(`\`\`\`yaml\n${outlineOf(await readOut(page, step.part))}\n\`\`\`\n`);
    }
  }
  return withFixedWords(parts.join('\n'), { [url]: 'https://registry.example.org' });
};

const readOut = async (page: Page, part: string): Promise<string> => {
  const sleeping = page.locator('[data-when=idle]:not([data-ready])');
  await until(async () => (await sleeping.count()) === 0);
  return page.locator(part).first().ariaSnapshot();
};

/** Without where links lead, and with one word for every day and age. */
const outlineOf = (snapshot: string): string =>
  snapshot
    .split('\n')
    .filter((line) => !/^ *- \/url: /.test(line))
    .map((line, index, lines) => (hasPartsBelow(line, lines[index + 1]) ? line : line.replace(/:$/, '')))
    .map((line) => line.replace(/^( *- time: ).*$/, '$1<day>'))
    .join('\n');

const hasPartsBelow = (line: string, next = ''): boolean => next.search(/\S/) > line.search(/\S/);
