import { SingleBar } from 'cli-progress';
import { pino } from 'pino';
import { readConfig, readProfile } from '../../config.ts';
import { createServer } from '../../server.ts';
import type { CommandContext } from '../command.ts';
import { ArgumentsError } from '../exit-on-failure.ts';
import { readCatalogue } from './catalogue.ts';
import { importEntries, type ImportSummary } from './import-entries.ts';
import { openRegistry } from './open-registry.ts';
import { quantity } from '../output.ts';

/** A server on the configured data, only for this process, so that an import takes the same path as every publish. */
const startOwnServer = async ({
  environment,
  parts,
}: CommandContext): Promise<{ url: string } & AsyncDisposable> => {
  const config = readConfig({
    ...environment,
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: '',
    RATE_LIMITS: 'off',
  });
  const log = pino({ level: 'warn', base: null }, pino.destination(2));
  const server = await createServer(config, log, () => new Date(), parts);
  return {
    url: await server.listen(),
    async [Symbol.asyncDispose]() {
      await server.worker.settle();
      await server.close();
    },
  };
};

const report = (
  { stdout, stderr }: CommandContext,
  { publishers, published, alreadyThere, appNodes, failures, dropped }: ImportSummary,
): boolean => {
  stdout.write(
    `Published ${quantity(published, 'node')} with ${quantity(appNodes, 'app-node')}; ${alreadyThere} there already, ${failures.length} failed; ${quantity(publishers, 'publisher')}.\n`,
  );
  for (const { id, path, message } of dropped) {
    stderr.write(`${id}: imported without ${path}, which ${message}.\n`);
  }
  for (const { id, message } of failures) stderr.write(`${id}: ${message}\n`);
  return failures.length === 0;
};

export const run = async (
  context: CommandContext,
  { url }: { url?: string },
  path: string,
): Promise<boolean> => {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = context.environment;
  if (!email || !password) {
    throw new ArgumentsError('Set ADMIN_EMAIL and ADMIN_PASSWORD to those of a moderator.');
  }
  const entries = await readCatalogue(path);
  await using target =
    url === undefined ? await startOwnServer(context) : { url, [Symbol.asyncDispose]: async () => {} };
  const profile = readProfile(context.environment);
  const registry = await openRegistry(target.url, profile, { email, password });

  const bar = new SingleBar({ format: '{bar} {percentage}% | {value}/{total} nodes | {eta_formatted} left' });
  bar.start(entries.length, 0);
  const summary = await importEntries(registry, entries, () => bar.increment());
  bar.stop();
  return report(context, summary);
};
