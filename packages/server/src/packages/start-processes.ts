// The code of the small process that starts others for the server. It ends with the server, and not by the signals
// that are meant for that.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { lowerPriority } from './lower-priority.ts';
import type { StarterNews, StarterOrder, StartOrder } from './starter-messages.ts';
import { systemPath } from './system-path.ts';

const complaintLengthMax = 2_000;

const tell = (news: StarterNews, handle?: Socket): void => {
  process.send?.(news, handle, {}, (error) => {
    // Nobody asks any more.
    if (error !== null) process.exit();
  });
};

const start = async (id: number, { command: [program, ...args], slot }: StartOrder): Promise<StarterNews> => {
  const descriptor = openSync(slot, 'r');
  rmSync(slot);
  const child = spawn(program, args, {
    cwd: '/',
    env: { PATH: systemPath },
    stdio: ['pipe', 'pipe', 'pipe', descriptor],
    // Its own group, so that the signals of a terminal do not reach it and all of it can be killed at once.
    detached: true,
  });
  closeSync(descriptor);
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-complaintLengthMax);
  });
  // What it complained of may come after its exit.
  const ended = Promise.all([once(child, 'exit'), child.stderr && once(child.stderr, 'close')]);
  await Promise.race([once(child, 'spawn'), ended]);
  tell({ id, stream: 'stdin' }, child.stdin as Socket);
  tell({ id, stream: 'stdout' }, child.stdout as Socket);
  // Arrives once this process has closed both.
  tell({ id, pid: child.pid });
  const [[code, signal]] = await ended;
  return { id, end: { code, signal, complaint } };
};

const carryOut = async (order: StarterOrder): Promise<StarterNews> => {
  if ('command' in order) return start(order.id, order);
  await lowerPriority(order.pid, order.priority);
  return { id: order.id, isLowered: true };
};

// Not the end of the channel, which nobody hears of while a handle is on its way.
process.stdin.resume().once('close', () => process.exit());
process.on('message', (order: StarterOrder) => {
  void carryOut(order)
    .catch((error: unknown): StarterNews => ({ id: order.id, error: String(error) }))
    .then((news) => tell(news));
});
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
