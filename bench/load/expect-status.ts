import type { Reply } from './connection.ts';

/** Throws on an answer that is not the one asked for: errors are quick to send and would flatter a server. */
export const expectStatus = ({ status, body }: Reply, expected: number | undefined): void => {
  const isGood = expected === undefined ? status >= 200 && status < 300 : status === expected;
  if (!isGood) throw new Error(`expected ${expected ?? '2xx'}, was answered ${status} ${body ?? ''}`);
};
