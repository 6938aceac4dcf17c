import assert from 'node:assert/strict';
import type { TestServer } from './start-server.ts';
import { seconds } from './clock.ts';

/** The samples of an answer in the text format of Prometheus, by name and labels as they are written. */
export const parseMetrics = (text: string): ReadonlyMap<string, number> => {
  const samples = new Map<string, number>();
  for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
    const space = line.lastIndexOf(' ');
    const name = line.slice(0, space);
    assert.equal(samples.has(name), false, `${name} is there twice`);
    samples.set(name, Number(line.slice(space + 1)));
  }
  return samples;
};

/** What the server says now; 11 seconds later, because it tells what it told until then. */
export const readMetrics = async ({ anonymous, clock }: TestServer): Promise<ReadonlyMap<string, number>> => {
  clock.advance(seconds(11));
  const reply = await anonymous.get('/metrics');
  assert.equal(reply.status, 200, reply.text);
  return parseMetrics(reply.text);
};
