import { setImmediate } from 'node:timers/promises';
import { Connection, type Reply } from './connection.ts';
import { expectStatus } from './expect-status.ts';
import type { Job, Sent } from './loop.ts';

/**
 * Requests fall due at fixed times, and an answer's latency counts from when its request was due, also when that had
 * to wait for a connection: a server that stalls is charged with all who came meanwhile (coordinated omission).
 */
export const sendInOpenLoop = async (
  { port, connections, keepBodies, requests, expect }: Job,
  { seconds, perSecond }: { seconds: number; perSecond: number },
): Promise<Sent> => {
  const total = Math.round(seconds * perSecond);
  const latencies: number[] = [];
  const bodies: string[] = [];
  const dueAt = new Map<Connection, number>();
  let sent = 0;

  const onReply = (reply: Reply, connection: Connection): void => {
    expectStatus(reply, expect);
    latencies.push(performance.now() - (dueAt.get(connection) ?? 0));
    if (reply.body !== undefined) bodies.push(reply.body);
    idle.push(connection);
  };
  const open = await Promise.all(
    Array.from({ length: connections }, () => Connection.open(port, keepBodies, onReply)),
  );
  const idle = [...open];
  const start = performance.now();
  const due = (index: number): number => start + (index * 1_000) / perSecond;

  while (latencies.length < total) {
    while (sent < total && due(sent) <= performance.now()) {
      const connection = idle.pop();
      const request = requests[sent % requests.length];
      if (connection === undefined || request === undefined) break;
      dueAt.set(connection, due(sent));
      sent += 1;
      connection.send(request);
    }
    // A timer is a millisecond late; turning the loop is not, and the generator has a core to itself.
    await setImmediate();
  }
  const elapsed = (performance.now() - start) / 1_000;
  for (const connection of open) connection.close();
  return { seconds: elapsed, latencies, bodies };
};
