import {
  type Client,
  ConnectionError,
  IntegrityError,
  RegistryError,
  TimeoutError,
  createClient,
  signIn,
} from '@patchbay/client';
import { type Profile, fetchInNamesOf } from '@patchbay/contract';
import { SingleBar } from 'cli-progress';
import { UsageError, ArgumentsError } from '../exit-on-failure.ts';
import { readAs, readConfig, readProfile } from '../../config.ts';
import { holdDatabase } from '../../hold-database.ts';
import { openCommandLog } from '../../open-log.ts';
import { createServer } from '../../server.ts';
import type { CommandContext } from '../command.ts';
import { readCatalogue } from './catalogue.ts';
import { importEntries, type ImportSummary } from './import-entries.ts';
import { quantity } from '../output.ts';

/** An import goes on as long as the registry says when to come back; one that is gone is given up after a minute. */
const retries = 100;
/** A request that is not repeated must not be given up while a busy registry is at it. */
const timeoutMs = 5 * 60_000;

/** A registry with this profile, as the moderator with this address. Throws UsageError if it does not let them in. */
export const openRegistry = async (
  url: string,
  profile: Profile,
  moderator: { email: string; password: string },
): Promise<Client> => {
  const options = { url, retries, timeoutMs, fetch: fetchInNamesOf(profile, url) };
  try {
    const { token } = await signIn(createClient(options), { body: moderator });
    return createClient({ ...options, token });
  } catch (error) {
    throw signInError(error);
  }
};

/** What an operator can do about a failed sign-in; any other error as it is. */
const signInError = (cause: unknown): unknown => {
  if (cause instanceof ConnectionError || cause instanceof TimeoutError) {
    return new UsageError(`${cause.message} Check the address, and start the registry.`, { cause });
  }
  if (cause instanceof RegistryError && cause.status === 401) {
    return new UsageError('ADMIN_EMAIL and ADMIN_PASSWORD are not those of a user there.', { cause });
  }
  return cause instanceof RegistryError || cause instanceof IntegrityError
    ? new UsageError(cause.message, { cause })
    : cause;
};

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
  const hold = holdDatabase(config.DATABASE_URL);
  const log = openCommandLog();
  const server = await createServer(config, log, () => new Date(), parts);
  return {
    url: await server.listen(),
    async [Symbol.asyncDispose]() {
      await server.worker.settle();
      await server.close();
      hold[Symbol.dispose]();
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
    url === undefined
      ? await startOwnServer(context)
      : { url: readAs('PUBLIC_URL', '--url', url), [Symbol.asyncDispose]: async () => {} };
  const profile = readProfile(context.environment);
  const registry = await openRegistry(target.url, profile, { email, password });

  const bar = new SingleBar({ format: '{bar} {percentage}% | {value}/{total} nodes | {eta_formatted} left' });
  bar.start(entries.length, 0);
  const summary = await importEntries(registry, entries, () => bar.increment());
  bar.stop();
  return report(context, summary);
};
