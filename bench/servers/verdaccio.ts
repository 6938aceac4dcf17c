/**
 * Verdaccio with its default settings, but without uplinks, open to publish, and on any free port: `verdaccio.ts
 * <folder>`.
 */
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const [folder = ''] = process.argv.slice(2);
const { getDefaultConfig, runServer } = createRequire(import.meta.url)('verdaccio') as {
  getDefaultConfig: () => object;
  runServer: (config: object) => Promise<Server>;
};
const server = await runServer({
  ...getDefaultConfig(),
  self_path: join(folder, 'config.yaml'),
  storage: join(folder, 'storage'),
  auth: { htpasswd: { file: join(folder, 'htpasswd') } },
  uplinks: {},
  packages: { '**': { access: '$all', publish: '$all', unpublish: '$all' } },
  log: { type: 'file', path: join(folder, 'log'), format: 'pretty', level: 'http' },
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
