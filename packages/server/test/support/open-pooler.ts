import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Ending } from './ending.ts';
import { runSql } from './postgres-database.ts';

/** A proxy in front of PostgreSQL that keeps new clients waiting until the database answers, as a pooler does. */
export interface Pooler {
  /** The address of the database that leads through it. */
  url: string;
  /** Passes on nothing that has this text, from now on. Resolves once there was some. */
  withhold(text: string): Promise<void>;
  /** Passes on everything again. */
  passOn(): void;
}

/** Before the database at `target`, whose socket lies in a folder, for as long as the test runs. */
export const openPooler = async (test: Ending, target: string): Promise<Pooler> => {
  const [, folder = ''] = /@([^/]+)/.exec(target) ?? [];
  const socketPath = join(decodeURIComponent(folder), '.s.PGSQL.5432');
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  let withheld: { text: string; onSeen: () => void } | undefined;
  const lead = async (socket: Socket): Promise<void> => {
    keep(socket).pause();
    await untilAnswering(target, socket);
    if (socket.destroyed) return;
    const beyond = keep(connect(socketPath));
    socket.on('data', (sent: Buffer) => {
      if (withheld === undefined || !sent.includes(withheld.text)) beyond.write(sent);
      else withheld.onSeen();
    });
    beyond.pipe(socket);
    socket.on('close', () => beyond.destroy());
    beyond.on('close', () => socket.destroy());
    socket.resume();
  };
  const gate = createServer((socket) => void lead(socket));
  gate.listen(0, '127.0.0.1');
  await once(gate, 'listening');
  test.after(async () => {
    sockets.forEach((socket) => socket.destroy());
    gate.close();
  });
  const { port } = gate.address() as AddressInfo;
  return {
    url: target.replace(folder, `127.0.0.1:${port}`),
    withhold: (text) => new Promise((resolve) => (withheld = { text, onSeen: resolve })),
    passOn: () => (withheld = undefined),
  };
};

/** Or until the client has gone. */
const untilAnswering = async (target: string, socket: Socket): Promise<void> => {
  while (!socket.destroyed) {
    const isThere = await runSql(target, 'select 1').then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await wait(20);
  }
};
