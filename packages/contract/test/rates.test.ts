import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type Endpoint,
  type RateName,
  type Weight,
  endpoints,
  limits,
  rateInWords,
  rateNames,
  rates,
  rateCostsOf,
} from '@patchbay/contract';

const all = Object.entries<Endpoint>(endpoints);
const costEntries = (endpoint: Endpoint) => Object.entries(rateCostsOf(endpoint)) as [RateName, Weight][];

suite('rates', () => {
  test('only what the operator asks is free', () => {
    const free = all.filter(([, endpoint]) => costEntries(endpoint).length === 0).map(([name]) => name);
    assert.deepEqual(free, ['getHealth', 'getReadiness', 'getMetrics']);
  });

  test('every other request takes of a bucket of its address, and every write of its account', () => {
    for (const [name, endpoint] of all) {
      const rateCosts = costEntries(endpoint);
      const takesOf = (by: string) => rateCosts.some(([rate]) => rates[rate].by === by);
      assert.ok(rateCosts.length === 0 || takesOf('address'), name);
      if (endpoint.method !== 'GET' && endpoint.auth === 'bearer') assert.ok(takesOf('account'), name);
    }
  });

  test('no bucket is too small for what one request takes of it', () => {
    for (const [name, endpoint] of all) {
      for (const [rate, weight] of costEntries(endpoint)) {
        const items = weight === 'items' ? limits.bulkItemsMax / limits.itemsPerToken : 1;
        const body = 'weighsBodies' in rates[rate] ? (endpoint.bodyBytesMax ?? limits.bodyBytesMax) : 0;
        const most = Math.max(
          items,
          body / limits.bodyBytesPerToken,
          typeof weight === 'number' ? weight : 1,
        );
        assert.ok(most > 0 && most <= rates[rate].burst, `${name}: ${rate}`);
      }
    }
  });

  test('every rate is taken by an endpoint', () => {
    const taken = new Set(all.flatMap(([, endpoint]) => costEntries(endpoint).map(([rate]) => rate)));
    assert.deepEqual(
      rateNames.filter((rate) => !taken.has(rate)),
      [],
    );
  });

  test('a rate is said by the second, the minute or the hour', () => {
    const words = (['writes', 'sign-ins', 'publishers'] as const).map((rate) => rateInWords(rates[rate]));
    assert.deepEqual(words, ['10 a second, 100 at once', '10 a minute, 10 at once', '5 an hour, 5 at once']);
  });
});
