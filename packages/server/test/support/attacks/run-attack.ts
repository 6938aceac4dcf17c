import { Agent } from 'node:http';
import { sendHostile } from '../hostile/send-hostile.ts';
import type { Arena } from './arena.ts';
import type { Attack, Outcomes, Siege } from './attack.ts';

/** Attacks until the siege is over, and counts how what was sent ended. */
export const runAttack = async ({ request, run }: Attack, arena: Arena, siege: Siege): Promise<Outcomes> => {
  if (run !== undefined) return run(arena, siege);
  const outcomes: Outcomes = new Map();
  const agent = new Agent({ keepAlive: true, maxSockets: siege.size });
  let next = 0;
  const work = async (): Promise<void> => {
    while (siege.goesOn()) {
      const index = next;
      next += 1;
      const made = await request?.(arena, index);
      if (made === undefined) return;
      const address = arena.addresses[index % arena.addresses.length];
      const outcome = await sendHostile(arena.url, made, agent, address);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: siege.size }, work));
  agent.destroy();
  return outcomes;
};
