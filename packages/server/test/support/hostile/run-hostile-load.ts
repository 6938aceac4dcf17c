import { Agent } from 'node:http';
import { hostileRequests } from './hostile-requests.ts';
import type { HostileFixture } from './open-hostile-fixture.ts';
import { sendHostile } from './send-hostile.ts';

/** How often each kind of request ended how. */
export type HostileOutcomes = Map<string, Map<string, number>>;

/** Sends so many requests, each of the kinds in turn, over so many connections at once. */
export const runHostileLoad = async (
  fixture: HostileFixture,
  { kinds, requests, connections }: { kinds: readonly string[]; requests: number; connections: number },
): Promise<HostileOutcomes> => {
  const outcomes: HostileOutcomes = new Map();
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < requests) {
      const index = next;
      next += 1;
      const kind = kinds[index % kinds.length] ?? '';
      const make = hostileRequests[kind];
      if (make === undefined) throw new Error(`There is no kind of hostile request called "${kind}".`);
      const outcome = await sendHostile(fixture.url, make(fixture, index), agent);
      const counts = outcomes.get(kind) ?? new Map<string, number>();
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      outcomes.set(kind, counts);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
  return outcomes;
};
