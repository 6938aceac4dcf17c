import assert from 'node:assert/strict';
import type { Reply } from '../client.ts';
import { readHtml } from './read-html.ts';

/** Asserts what holds for every page, and returns the addresses on this server that it names. */
export const assertPage = ({
  text: html,
  headers,
  status,
}: Pick<Reply, 'text' | 'headers' | 'status'>): string[] => {
  assert.equal(status, 200, html.slice(0, 2_000));
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /unsafe/);
  assert.match(html, /^<!doctype html><html lang="\w/);
  const { tags } = readHtml(html);
  const named = (name: string) => tags.filter((tag) => tag.name === name);
  const valuesOf = (key: string) => tags.flatMap(({ attributes }) => attributes.get(key) ?? []);
  assert.equal(named('h1').length, 1, 'one h1');
  assert.equal(named('main').length, 1, 'one main');
  assert.match(html, /<title>[^<]+<\/title>/);
  const ids = new Set<string>();
  const twice = valuesOf('id').filter((id) => ids.size === ids.add(id).size);
  assert.deepEqual(twice, [], 'ids that occur twice');
  const points = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls'].flatMap(valuesOf);
  const fragments = valuesOf('href').filter((href) => /^#./.test(href));
  for (const id of [
    ...points.flatMap((value) => value.split(' ')),
    ...fragments.map((href) => href.slice(1)),
  ]) {
    assert.ok(ids.has(id), `nothing has the id ${id}`);
  }
  assertInert(tags);
  return [...valuesOf('href'), ...valuesOf('src'), ...valuesOf('data-src')].filter((address) =>
    /^\/(?!\/)/.test(address),
  );
};

/** Nothing that a strict policy would refuse, and no address that runs code. */
const assertInert = (tags: ReturnType<typeof readHtml>['tags']): void => {
  for (const { name, attributes } of tags) {
    assert.notEqual(name, 'style', 'styles are in the style sheet');
    if (name === 'script') assert.ok(attributes.has('src'), 'a script in the page');
    for (const [key, value] of attributes) {
      assert.ok(key !== 'style' && !key.startsWith('on'), `${key} in the page`);
      if (['href', 'src', 'action'].includes(key)) {
        assert.match(value, /^(\/|#|https?:|data:application\/json|$)/, `<${name} ${key}>`);
      }
    }
  }
};
