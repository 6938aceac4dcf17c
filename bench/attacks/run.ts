// What each attack that we know does to everyone else, and what it leaves behind:
//   node bench/attacks/run.ts [--engine sqlite|postgres] [--seconds 3] [--only <name>]
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { attackerPassword, openArena, openField } from '../../packages/server/test/support/attacks/arena.ts';
import { mustFrom } from '../../packages/server/test/support/attacks/ask-from.ts';
import { attacks } from '../../packages/server/test/support/attacks/attacks.ts';
import { measureKept } from '../../packages/server/test/support/attacks/measure-kept.ts';
import { publication, zip } from '../../packages/server/test/support/build.ts';
import { moderatorEmail, moderatorPassword } from '../../packages/server/test/support/hostile/moderator.ts';
import { startServerProcess } from '../../packages/server/test/support/server-process.ts';
import { openEngines } from '../engines.ts';
import { latencyOf } from '../load/latency-of.ts';
import type { Caller, Latencies } from './calm.ts';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string', multiple: true, default: Object.keys(attacks) },
  },
});
const ms = 1_000 * Number(values.seconds);
/** After an attack, until what it left to be done is mostly done. */
const pauseMs = 500;
const accounts = 20;

await using stack = new AsyncDisposableStack();
const engine = (await openEngines(stack)).find(({ name }) => name === values.engine);
if (engine === undefined) throw new Error(`There is no engine ${values.engine} here.`);
const database = await engine.emptyDatabase();
const folder = await mkdtemp(join(tmpdir(), 'patchbay-attacks-'));
stack.defer(() => rm(folder, { recursive: true, force: true }));
const server = await startServerProcess({
  ...database,
  DATA_DIR: folder,
  RATE_LIMITS: 'on',
  LOG_LEVEL: 'info',
  ADMIN_EMAIL: moderatorEmail,
  ADMIN_PASSWORD: moderatorPassword,
});
stack.defer(async () => void (await server.end('SIGTERM')));
const { url } = server;

/** A publisher who publishes, and users who sign in. Its rates are raised: it publishes for longer than a usual one. */
const openCaller = async (moderator: string): Promise<Caller> => {
  const emails = Array.from({ length: accounts }, (_, index) => `calm-${index}@example.org`);
  const sessions: string[] = [];
  for (const [index, email] of emails.entries()) {
    const body = { name: 'Calm', email, password: attackerPassword };
    const { token } = await mustFrom(url, `127.2.0.${1 + index}`, { path: '/auth/sign-up/email', body });
    sessions.push(String(token));
  }
  const [bearer = ''] = sessions;
  const ask = (asked: Parameters<typeof mustFrom>[2]) => mustFrom(url, '127.2.0.1', { bearer, ...asked });
  const [publisherId, nodeId] = ['calm', 'calm-node'];
  await ask({ path: '/publishers', body: { id: publisherId, name: 'Calm' } });
  await ask({
    method: 'PUT',
    path: `/admin/publishers/${publisherId}/quotas`,
    bearer: moderator,
    body: { rate_factor: 20, pending_versions: 10_000, reason: 'Measured.' },
  });
  const { token } = await ask({ path: `/publishers/${publisherId}/tokens`, body: { name: 'all' } });
  const path = `/publishers/${publisherId}/nodes/${nodeId}/versions`;
  const { signedUrl } = await ask({ path, body: publication(token, '1.0.0') });
  await ask({ method: 'PUT', path: signedUrl, body: await zip({ '__init__.py': '' }) });
  return { url, nodeId, publisherId, bearer, token, emails, password: attackerPassword };
};

const child = (name: string): ChildProcess => {
  const started = fork(new URL(name, import.meta.url), { execArgv: [] });
  stack.defer(() => void (started.connected && started.disconnect()));
  return started;
};
const told = async <Message>(from: ChildProcess): Promise<Message> =>
  ((await once(from, 'message')) as [Message])[0];

const field = await openField(url, { nodes: 60, versions: 10 });
const caller = child('calm.ts');
const ready = told(caller);
caller.send(await openCaller(field.moderator));
await ready;

/** How the calm caller fared while something was done. */
const observe = async (work: () => Promise<unknown>) => {
  const ask = async () => {
    const answer = told<{ latencies: Latencies; refused: string[] }>(caller);
    caller.send('tell');
    return answer;
  };
  await ask();
  await work();
  return ask();
};

const databaseUrl = database['DATABASE_URL'] ?? `sqlite:${join(folder, 'registry.db')}`;
const kinds = ['kept', 'cold', 'search', 'publish', 'sign-in'] as const;
const row = (...cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
row(
  'Attack',
  'What it does',
  'What bounds it',
  ...kinds.map((kind) => `${kind} p50, p99 (ms)`),
  'Kept',
  'Log',
  'Outcomes',
);
row(...Array.from({ length: 6 + kinds.length }, () => '---'));
await wait(ms);
for (const [index, name] of values.only.entries()) {
  const attack = attacks[name];
  if (attack === undefined) throw new Error(`There is no attack called "${name}".`);
  const arena = await openArena(field, index, attack);
  await wait(pauseMs);
  const alone = await observe(() => wait(ms));
  const attacker = child('assail.ts');
  await told(attacker);
  const logBefore = server.output().stderr.length;
  const before = await measureKept(folder, databaseUrl);
  attacker.send({ name, arena });
  const outcomes = told<string[]>(attacker);
  const under = await observe(() => wait(ms));
  attacker.send('over');
  const ended = await outcomes;
  attacker.disconnect();
  const grown = (await measureKept(folder, databaseUrl)) - before;
  const ratios = kinds.map((kind) => {
    const [one, other] = [latencyOf(alone.latencies[kind] ?? []), latencyOf(under.latencies[kind] ?? [])];
    const times = `${(other.p50 / one.p50).toFixed(1)}, ${(other.p99 / one.p99).toFixed(1)}`;
    return `${times} (${other.p50.toFixed(0)}, ${other.p99.toFixed(0)})`;
  });
  row(
    name,
    attack.does,
    attack.bound,
    ...ratios,
    `${Math.round(grown / 1_000)} kB`,
    `${Math.round((server.output().stderr.length - logBefore) / 1_000)} kB`,
    [...ended, ...under.refused.map((what) => `calm: ${what}`)].join(', '),
  );
}
