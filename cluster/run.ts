import { once } from 'node:events';
import { chmod, mkdir, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError, exitOnFailure } from '../packages/server/src/commands/exit-on-failure.ts';
import { moderator, startCluster } from './start-cluster.ts';

const usage =
  'write npm run cluster -- [--servers <1 to 16>] [--port <port, 0 for a free one>] [--data <folder>]';

const readFlags = (): { servers: number; port: number; data: string | undefined } => {
  try {
    const { values } = parseArgs({
      options: {
        servers: { type: 'string', default: '3' },
        port: { type: 'string', default: '8080' },
        data: { type: 'string' },
      },
    });
    return {
      servers: within(values.servers, 1, 16),
      port: within(values.port, 0, 65_535),
      data: values.data,
    };
  } catch {
    throw new UsageError(usage);
  }
};

const within = (text: string, min: number, max: number): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) throw new RangeError(text);
  return value;
};

await exitOnFailure(async () => {
  const { servers, port, data } = readFlags();
  // Before anything starts, so that an interruption never leaves a part of it running.
  const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await using opened = new AsyncDisposableStack();
  const folder =
    data === undefined
      ? opened.use(await mkdtempDisposable(join(tmpdir(), 'patchbay-cluster-'))).path
      : resolve(data);
  if (data === undefined) await chmod(folder, 0o711);
  else await mkdir(folder, { recursive: true, mode: 0o711 });

  const cluster = opened.use(await startCluster({ servers, port, folder }));
  for (const { process: server } of cluster.servers) server.stderr?.pipe(process.stderr);
  process.stdout.write(
    [
      `Patchbay listens on ${cluster.url}, its data lie in ${folder}${data === undefined ? ' until it ends' : ''}`,
      `Moderator: ${moderator.email}, password "${moderator.password}"`,
      ...cluster.servers.map(({ url, process: { pid } }) => `Server: ${url}, process ${pid}`),
      'Ctrl-C ends it.\n',
    ].join('\n'),
  );
  await interrupted;
});
