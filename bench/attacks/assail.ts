// An attacker: attacks when told, until told otherwise.
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import type { Arena } from '../../packages/server/test/support/attacks/arena.ts';
import { attacks } from '../../packages/server/test/support/attacks/attacks.ts';
import { runAttack } from '../../packages/server/test/support/attacks/run-attack.ts';
import { Client } from '../../packages/server/test/support/client.ts';

/** Real attackers are other machines. Where the server is run with `nice -n -5`, this leaves it the processor first. */
setPriority(constants.priority.PRIORITY_NORMAL);
const connections = 32;

process.once('disconnect', () => process.exit());
process.send?.('ready');
const [{ name, arena }] = (await once(process, 'message')) as [{ name: string; arena: Arena }];
const attack = attacks[name];
if (attack === undefined) throw new Error(`There is no attack called "${name}".`);
// A client does not survive being sent to another process.
const owner = new Client(arena.url, arena.bearer);
let isOver = false;
const { promise: over, resolve: end } = Promise.withResolvers<void>();
process.once('message', () => {
  isOver = true;
  end();
});
const outcomes = await runAttack(
  attack,
  { ...arena, hostile: { ...arena.hostile, owner } },
  { size: connections, goesOn: () => !isOver, over },
);
process.send?.([...outcomes].map(([outcome, count]) => `${count} × ${outcome}`));
