import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { EndpointMeter } from '../../../src/metrics/endpoint-meter.ts';
import { ResponseCache } from '../../../src/http/response-cache/response-cache.ts';

const always = { isCurrent: () => true, catchUp: () => Promise.resolve() };
const answer = (body: string) => () => ({
  body,
  etag: '"etag"',
  bytes: body.length,
  headers: [],
  meter: new EndpointMeter(),
  encoded: new Map<string, Buffer>(),
});
const at = (cache: ResponseCache, nodeKey?: string, showsDownloads = false) => ({
  nodeKey,
  showsDownloads,
  generation: cache.generation,
});

suite('the response cache', () => {
  test('stays within its limit and evicts the least recently used entry first', () => {
    const cache = new ResponseCache(100_000, always);
    for (let index = 0; index < 1_000; index += 1) {
      cache.keep(`/nodes/${index}`, answer('x'.repeat(1_000)), at(cache, String(index)));
      cache.answer('/nodes/0');
    }
    const kept = Array.from({ length: 1_000 }, (_, index) => index).filter(
      (index) => cache.answer(`/nodes/${index}`) !== undefined,
    );
    assert.ok(kept.length > 10 && kept.length * 1_000 < 100_000, `${kept.length} entries`);
    assert.equal(kept[0], 0);
    assert.equal(kept.at(-1), 999);
  });

  test('does not take what alone is larger', () => {
    const cache = new ResponseCache(1_000, always);
    cache.keep('/nodes/a', answer('x'.repeat(1_000)), at(cache, 'a'));
    assert.equal(cache.answer('/nodes/a'), undefined);
    const headers = ['link', `<https://example.org/?${'x'.repeat(1_000)}>; rel="next"`];
    cache.keep('/nodes/a', () => ({ ...answer('a')(), headers }), at(cache, 'a'));
    assert.equal(cache.answer('/nodes/a'), undefined, 'headers that repeat what was asked count as well');
  });

  test('a node ends with its own changes, a list with those of any', () => {
    const cache = new ResponseCache(100_000, always);
    for (const key of ['a', 'b']) cache.keep(`/nodes/${key}`, answer(key), at(cache, key));
    cache.keep('/nodes', answer('a, b'), at(cache));
    cache.dropNode('a');
    assert.deepEqual(
      ['/nodes/a', '/nodes/b', '/nodes'].map((key) => cache.answer(key)?.body),
      [undefined, 'b', undefined],
    );
    cache.dropAll();
    assert.equal(cache.answer('/nodes/b'), undefined);
  });

  test('what shows no downloads, and a list, outlive the counting of them', () => {
    const cache = new ResponseCache(100_000, always);
    cache.keep('/nodes/a', answer('a'), at(cache, 'a', true));
    cache.keep('/nodes/a/install', answer('a 1.0.0'), at(cache, 'a'));
    cache.keep('/nodes', answer('a, b'), at(cache));
    cache.dropDownloads('a');
    assert.equal(cache.answer('/nodes/a'), undefined);
    assert.equal(cache.answer('/nodes/a/install')?.body, 'a 1.0.0');
    assert.equal(cache.answer('/nodes')?.body, 'a, b');
    cache.dropLists();
    assert.equal(cache.answer('/nodes'), undefined);
    cache.dropNode('a');
    assert.equal(cache.answer('/nodes/a/install'), undefined);
  });

  test('does not take what was read before something changed', () => {
    const cache = new ResponseCache(100_000, always);
    const before = at(cache, 'a');
    cache.dropNode('b');
    cache.keep('/nodes/a', answer('old'), before);
    assert.equal(cache.answer('/nodes/a'), undefined);
  });

  test('gives nothing while changes may have been missed', () => {
    let isTrusted = true;
    const cache = new ResponseCache(100_000, { ...always, isCurrent: () => isTrusted });
    cache.keep('/nodes/a', answer('a'), at(cache, 'a'));
    isTrusted = false;
    assert.equal(cache.answer('/nodes/a'), undefined);
  });
});
