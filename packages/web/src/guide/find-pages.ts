import type { GuidePage } from './guide-page.ts';
import { guide } from './guide.ts';

/** A document that holds what was looked for. */
interface FoundPage {
  page: GuidePage;
  /** Its words around the first of those. */
  excerpt: string;
}

const wordsMax = 8;
const foundMax = 30;
const excerptChars = 160;

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#x3C': '<' };

const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/\s+/g, ' ')
    .trim();

let known: readonly { page: GuidePage; text: string; lower: string }[] | undefined;

/** The documents that hold all words, those with most of them in their title first, and decisions last. */
export const findPages = (query: string): FoundPage[] => {
  known ??= guide.pages.map((page) => {
    const text = textOf(page.html);
    return { page, text, lower: `${page.title} ${text}`.toLowerCase() };
  });
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, wordsMax);
  const [first] = words;
  if (first === undefined) return [];
  const weight = ({ page: { title, group } }: { page: GuidePage }): number =>
    group === 'Decisions' ? -1 : words.filter((word) => title.toLowerCase().includes(word)).length;
  return known
    .filter(({ lower }) => words.every((word) => lower.includes(word)))
    .toSorted((one, other) => weight(other) - weight(one))
    .slice(0, foundMax)
    .map(({ page, text }) => ({ page, excerpt: excerptOf(text, first) }));
};

const excerptOf = (text: string, word: string): string => {
  const start = Math.max(0, text.toLowerCase().indexOf(word) - excerptChars / 4);
  const cut = text.slice(start, start + excerptChars).toWellFormed();
  return `${start > 0 ? '… ' : ''}${cut}${start + excerptChars < text.length ? ' …' : ''}`;
};
