import { Connection, type Reply } from './connection.ts';
import { expectStatus } from './expect-status.ts';
import type { Job, Sent } from './loop.ts';

/** Every connection sends its next request as soon as it has its answer. */
export const sendInClosedLoop = async (
  { port, connections, keepBodies, requests, expect }: Job,
  loop: { kind: 'closed'; seconds: number } | { kind: 'once' },
): Promise<Sent> => {
  const latencies: number[] = [];
  const bodies: string[] = [];
  const sentAt = new Map<Connection, number>();
  const finished = Promise.withResolvers<void>();
  let next = 0;
  let deadline = Infinity;

  const take = (): Buffer | undefined => {
    if (loop.kind === 'once') return requests[next++];
    return performance.now() < deadline ? requests[next++ % requests.length] : undefined;
  };
  const sendNext = (connection: Connection): void => {
    const request = take();
    if (request === undefined) {
      sentAt.delete(connection);
      if (sentAt.size === 0) finished.resolve();
      return;
    }
    sentAt.set(connection, performance.now());
    connection.send(request);
  };
  const onReply = (reply: Reply, connection: Connection): void => {
    expectStatus(reply, expect);
    latencies.push(performance.now() - (sentAt.get(connection) ?? 0));
    if (reply.body !== undefined) bodies.push(reply.body);
    sendNext(connection);
  };

  const open = await Promise.all(
    Array.from({ length: connections }, () => Connection.open(port, keepBodies, onReply)),
  );
  const start = performance.now();
  if (loop.kind === 'closed') deadline = start + loop.seconds * 1_000;
  open.forEach(sendNext);
  await finished.promise;
  const seconds = (performance.now() - start) / 1_000;
  for (const connection of open) connection.close();
  return { seconds, latencies, bodies };
};
