import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Ending } from './ending.ts';

const digestOf = (password: string): string =>
  createHash('sha1').update(password).digest('hex').toUpperCase();

/** A service that knows breached passwords by the first five characters of their SHA-1. */
export const openBreachService = async (test: Ending) => {
  const breached = new Set<string>();
  const asked: string[] = [];
  const padding = `${'0'.repeat(35)}:0`;
  const service = createServer(({ url = '' }, response) => {
    asked.push(url);
    if (state.isAway) response.statusCode = 503;
    const found = [...breached].map(digestOf).filter((digest) => digest.startsWith(url.slice(-5)));
    response.end([padding, ...found.map((digest) => `${digest.slice(5)}:7`)].join('\r\n'));
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  test.after(async () => {
    service.closeAllConnections();
    service.close();
    await once(service, 'close');
  });
  const { port } = service.address() as AddressInfo;
  const state = {
    breached,
    asked,
    isAway: false,
    prefixOf: (password: string) => digestOf(password).slice(0, 5),
    settings: { PASSWORD_CHECK_URL: `http://127.0.0.1:${port}/range`, OUTBOUND_PRIVATE: 'yes' },
  };
  return state;
};
