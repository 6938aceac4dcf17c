import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  writing,
} from '@patchbay/contract';
import { readDoc, section, tableLines } from './repository.ts';

const isWrite = (endpoint: Endpoint): boolean =>
  Object.keys(writing).every((rate) => Object.hasOwn(rateCostsOf(endpoint), rate));

/** How the table names an endpoint that takes of a bucket. */
const nameIn = (rate: RateName, name: string, endpoint: Endpoint): string => {
  if (isWrite(endpoint) && Object.hasOwn(writing, rate)) return 'every write';
  if (endpoint.rateCosts !== undefined) return `\`${name}\``;
  return rateCostsOf(endpoint)[rate] === 'items' ? 'lists' : 'every other read';
};

const timesOf = (weight: Weight): string => {
  if (weight === 'items') return ` × items / ${limits.itemsPerToken}`;
  if (weight === 'refusals') return ' that refuses a package';
  if (weight === 'failures') return ' that fails';
  return weight === 1 ? '' : ` × ${weight}`;
};

/** Who takes of a bucket, in the order of the contract; `×` marks more than one token. */
const takersOf = (rate: RateName): string => {
  const takers = (Object.entries(endpoints) as [string, Endpoint][]).flatMap(([name, endpoint]) => {
    const { [rate]: weight } = rateCostsOf(endpoint);
    if (weight === undefined) return [];
    return [nameIn(rate, name, endpoint) + timesOf(weight)];
  });
  return [...new Set(takers)].join(', ');
};

test('the table of rates is the one of the contract', () => {
  assert.deepEqual(
    tableLines(section(readDoc('docs/limits.md'), 'Rates')),
    rateNames.map(
      (name) => `| \`${name}\` | ${rates[name].by} | ${rateInWords(rates[name])} | ${takersOf(name)} |`,
    ),
  );
});

test('the length that a token is worth is the one of the contract', () => {
  const rules = section(readDoc('docs/limits.md'), 'Rates');
  assert.ok(rules.includes(`each ${limits.bodyBytesPerToken / 1024} KiB`));
  for (const rate of rateNames.filter((name) => 'weighsBodies' in rates[name])) {
    assert.match(rules, new RegExp(`A long JSON body.*\\\`${rate}\\\``), rate);
  }
});
