import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { pino } from 'pino';
import { readConfig, readProfile } from '../config.ts';
import { createServer } from '../server.ts';
import { exitOnFailure, UsageError } from './exit-on-failure.ts';
import { readCatalogue } from './import/catalogue.ts';
import { importEntries, type ImportSummary } from './import/import-entries.ts';
import { openRegistry } from './import/open-registry.ts';

const usage =
  'npm run import -- <catalogue.jsonl> [--url <registry>], with ADMIN_EMAIL and ADMIN_PASSWORD of a moderator; without --url into DATA_DIR';

const readArguments = (): { path: string; url: string | undefined } => {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { url: { type: 'string' } },
    });
    const [path, ...more] = positionals;
    if (path === undefined || more.length > 0) throw new UsageError(usage);
    return { path, url: values.url?.replace(/\/+$/, '') };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${(error as Error).message}. ${usage}`);
  }
};

/** A server on the configured data, only for this process, so that an import takes the same path as every publish. */
const startOwnServer = async (): Promise<{ url: string } & AsyncDisposable> => {
  const config = readConfig({
    ...process.env,
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: '',
    RATE_LIMITS: 'off',
  });
  const server = await createServer(config, pino({ level: 'warn', base: null }, pino.destination(2)));
  return {
    url: await server.listen(),
    async [Symbol.asyncDispose]() {
      await server.worker.settle();
      await server.close();
    },
  };
};

const report = ({
  publishers,
  published,
  alreadyThere,
  appNodes,
  failures,
  dropped,
}: ImportSummary): void => {
  process.stdout.write(
    `${published} nodes published with ${appNodes} app-nodes, ${alreadyThere} were there already, ${failures.length} failed; ${publishers} publishers.\n`,
  );
  for (const { id, path, message } of dropped) {
    process.stderr.write(`${id}: imported without ${path}, which ${message}.\n`);
  }
  for (const { id, message } of failures) process.stderr.write(`${id}: ${message}\n`);
  if (failures.length > 0) process.exitCode = 1;
};

await exitOnFailure(async () => {
  const { path, url } = readArguments();
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = process.env;
  if (!email || !password) throw new UsageError(usage);
  const entries = await readCatalogue(path);
  await using target =
    url === undefined ? await startOwnServer() : { url, [Symbol.asyncDispose]: async () => {} };
  const registry = await openRegistry(target.url, readProfile(process.env), { email, password });

  const bar = new SingleBar({ format: '{bar} {percentage}% | {value}/{total} nodes | {eta_formatted} left' });
  bar.start(entries.length, 0);
  const summary = await importEntries(registry, entries, () => bar.increment());
  bar.stop();
  report(summary);
});
