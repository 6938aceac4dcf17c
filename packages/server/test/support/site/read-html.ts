import assert from 'node:assert/strict';

interface Tag {
  name: string;
  attributes: ReadonlyMap<string, string>;
}

interface Html {
  tags: readonly Tag[];
  /** What is between the tags, unescaped. */
  text: string;
}

const empty = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'wbr', 'source', 'col']);
const token = /<!doctype html>|<(\/?)([a-z][\w-]*)((?:\s+[\w:@-]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)|(<)/giu;
const attribute = /([\w:@-]+)(?:="([^"]*)")?/gu;
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };

const unescape = (text: string): string =>
  text.replace(/&(lt|gt|amp|quot|#39);/g, (_whole, name: string) => entities[name] ?? '');

/** The tags of a page and its text. Fails if a tag is left open, is closed twice, or is no tag. */
export const readHtml = (html: string): Html => {
  const tags: Tag[] = [];
  const open: string[] = [];
  let text = '';
  for (const [whole, slash, name = '', written = '', isClosed, between, stray] of html.matchAll(token)) {
    // Said only of a fault: to read the end of a text that grows makes each token cost as much as the page so far.
    if (stray !== undefined) assert.fail(`a "<" that begins no tag, after ${text.slice(-200)}`);
    if (between !== undefined) text += unescape(between);
    if (name === '') continue;
    if (slash === '/') {
      assert.equal(open.pop(), name, `${whole} closes another tag`);
      continue;
    }
    const attributes = [...written.matchAll(attribute)].map(
      ([, key = '', value = '']) => [key, unescape(value)] as const,
    );
    const byKey = new Map(attributes);
    assert.equal(byKey.size, attributes.length, `${whole} repeats an attribute`);
    tags.push({ name, attributes: byKey });
    if (!empty.has(name) && isClosed !== '/') open.push(name);
  }
  assert.deepEqual(open, [], 'tags that are not closed');
  return { tags, text };
};
