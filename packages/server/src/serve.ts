import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { createServer } from './server.ts';
import { endOnSignal } from './end-on-signal.ts';

/** Serves in this process until a signal ends it. Resolves to the address once it listens. */
export const serve = async (config: Config, log: FastifyBaseLogger): Promise<string> => {
  const server = await createServer(config, log);
  const address = await server.listen();
  endOnSignal(() => server.close(), log);
  return address;
};
