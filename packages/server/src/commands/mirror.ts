import { type KeyObject, createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readConfig } from '../config.ts';
import { holdDatabase } from '../hold-database.ts';
import { openCommandLog } from '../open-log.ts';
import { OperatorError } from '../operator-error.ts';
import { makeNamedFolder, sharedModes } from '../private-files.ts';
import type { PackageSource } from '../replication/package-source.ts';
import { writeSet } from '../replication/write-set.ts';
import { createServer } from '../server.ts';
import { findSource } from '../store/rows/replicas.ts';
import type { ReadConnection } from '../store/store.ts';
import type { CommandContext } from './command.ts';
import { ArgumentsError } from './exit-on-failure.ts';
import { quantity } from './output.ts';

interface Flags {
  from?: string;
  to?: string;
  packages?: string;
  nodes?: string;
  signKey?: string;
  verifyKey?: string;
}

export const run = async (
  { environment, stdout, parts }: CommandContext,
  { from = environment['MIRROR_FROM'], to, packages, nodes, signKey, verifyKey }: Flags,
): Promise<boolean> => {
  const given = {
    ...(from === undefined ? {} : { MIRROR_FROM: from }),
    ...(packages === undefined ? {} : { MIRROR_PACKAGES: packages }),
    ...(nodes === undefined ? {} : { MIRROR_NODES: nodes }),
    ...(verifyKey === undefined ? {} : { MIRROR_VERIFY_KEY: verifyKey }),
  };
  if (to !== undefined) {
    const key = signKey === undefined ? undefined : readPrivateKey(signKey);
    return write({ ...environment, ...given }, { folder: resolve(to), key }, { stdout, parts });
  }
  if (from === undefined) throw new ArgumentsError('Say what to mirror: --from <URL or folder>.');
  if (signKey !== undefined)
    throw new ArgumentsError('Only a set is signed: say where to write it, --to <folder>.');
  Object.assign(process.env, given);
  await import('../main.ts');
  return true;
};

const readPrivateKey = (path: string): KeyObject => {
  const wanted = `--sign-key must be the path of an Ed25519 private key in PEM form without a passphrase, which ${path} is not.`;
  try {
    const key = createPrivateKey(readFileSync(path));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (cause) {
    throw new OperatorError(wanted, { cause });
  }
  throw new OperatorError(wanted);
};

/** Reads all that the source has into the data of this server, and writes that as a set. */
const write = async (
  environment: NodeJS.ProcessEnv,
  { folder, key }: { folder: string; key: KeyObject | undefined },
  { stdout, parts }: Pick<CommandContext, 'stdout'> & { parts: CommandContext['parts'] },
): Promise<boolean> => {
  const config = readConfig(environment);
  makeNamedFolder(folder, sharedModes.folder);
  const hold = config.MIRROR_FROM === undefined ? undefined : holdDatabase(config.DATABASE_URL);
  const log = openCommandLog();
  const server = await createServer(config, log, () => new Date(), parts);
  try {
    const { context } = server;
    if (context.replication !== undefined) await readAll(context.store.read, context.replication);
    const withPackages = config.MIRROR_PACKAGES !== 'none';
    const mirrored = context.replication?.kind === 'mirror' ? context.replication : undefined;
    const source = mirrored?.origin ?? mirrored?.name ?? context.publicUrl();
    const written = await writeSet(context, folder, { withPackages, source, key });
    stdout.write(
      `Wrote ${quantity(written.nodes, 'node')} with ${quantity(written.versions, 'version')} and ${quantity(written.packages, 'package')} to ${folder}.\n`,
    );
    if (!withPackages || written.withoutPackage === 0) return true;
    stdout.write(
      `Left out ${quantity(written.withoutPackage, 'package')} that this registry does not have.\n`,
    );
    return config.MIRROR_PACKAGES === 'on-demand';
  } finally {
    await server.close();
    hold?.[Symbol.dispose]();
  }
};

/** Asks the database after each run: what the source tells of itself is some seconds old. */
const readAll = async (read: ReadConnection, source: PackageSource): Promise<void> => {
  for (;;) {
    const next = await source.run(source.name);
    const known = await findSource(read, source.name);
    if (known?.failure !== null) throw new OperatorError(`${source.name} cannot be read; see the log above`);
    if (next === undefined || next > new Date()) return;
  }
};
