import { hash } from 'node:crypto';
import { FormRefusal } from './form-refusal.ts';
import { textOf } from './text-of.ts';

/** Name of a field → what it holds by now. */
type Texts<Name extends string> = Readonly<Record<Name, string>>;

const digestOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 12);

const textIn = (text: string): string => textOf(new URLSearchParams({ text }), 'text');

/** What the fields of a form hold as it is opened, as digests: a form has room for its texts once. */
export const openedAs = (texts: Texts<string>): string =>
  new URLSearchParams(Object.entries(texts).map(([name, text]) => [name, digestOf(textIn(text))])).toString();

/**
 * The fields that the person changed since the form was opened; the others leave the form. Throws where somebody else
 * changed the same ones: the form then counts as opened now, so that sending it again replaces what they wrote.
 */
export const changedIn = <Name extends string>(
  fields: URLSearchParams,
  texts: Texts<Name>,
): ReadonlyMap<Name, string> => {
  const opened = new URLSearchParams(fields.get('opened') ?? '');
  const changed = new Map<Name, string>();
  const conflicts: Record<string, string> = {};
  for (const [name, raw] of Object.entries(texts) as [Name, string][]) {
    // A field of several values, as of boxes to tick, has one on each line.
    const [text, now] = [fields.getAll(name).map(textIn).filter(Boolean).join('\n'), textIn(raw)];
    const before = opened.get(name) ?? digestOf(now);
    if (!fields.has(name) || text === now || digestOf(text) === before) fields.delete(name);
    else {
      changed.set(name, text);
      if (digestOf(now) !== before) conflicts[name] = conflictWith(now);
    }
  }
  if (Object.keys(conflicts).length === 0) return changed;
  fields.set('opened', openedAs(texts));
  throw new FormRefusal(
    conflicts,
    'Somebody else changed the marked fields while this form was open. Nothing is saved yet.',
    409,
  );
};

const conflictWith = (now: string): string =>
  now === ''
    ? 'It is empty now. Send the form again to put this there.'
    : `It is now “${now}”. Send the form again to replace that.`;
