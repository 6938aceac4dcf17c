import assert from 'node:assert/strict';
import type { SitePage, Visitor } from './visitor.ts';

interface OpenForm {
  /** Its field `which`. */
  which: string;
  /** Sends it with what it held when it was opened, besides these fields. */
  send: (fields: Readonly<Record<string, string>>) => Promise<SitePage>;
}

const textOf = (html: string): string =>
  html.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** The first form of a page with this button, as a browser keeps it open: with the values of all its fields. */
export const openForm = async (
  visitor: Visitor,
  path: string,
  name: string,
  html?: string,
): Promise<OpenForm> => {
  const page = html ?? (await visitor.get(path)).html;
  const isSought = (form: string): boolean => new RegExp(`name="do" value="${name}"`).test(form);
  const form = [...page.matchAll(/<form[^>]*method="post".*?<\/form>/gs)].map(([all]) => all).find(isSought);
  assert.ok(form !== undefined, `${path} has no form ${name}`);
  const held = new URLSearchParams({ do: name });
  for (const [input] of form.matchAll(/<input(?:[^>"]|"[^"]*")*>/g)) {
    const [, field = ''] = / name="([^"]+)"/.exec(input) ?? [];
    const isSent = /type="checkbox"/.test(input) ? / checked/.test(input) : !/type="file"/.test(input);
    if (isSent) held.append(field, textOf(/ value="([^"]*)"/.exec(input)?.[1] ?? ''));
  }
  for (const [, field = '', text = ''] of form.matchAll(/<textarea[^>]* name="([^"]+)"[^>]*>([^<]*)</g))
    held.set(field, textOf(text).replaceAll('\n', '\r\n'));
  return {
    which: held.get('which') ?? '',
    send: (fields) => {
      const sent = new URLSearchParams(held);
      for (const [field, value] of Object.entries(fields)) sent.set(field, value);
      return visitor.post(path, sent);
    },
  };
};
