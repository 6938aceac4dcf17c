import { resolve } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../../config.ts';
import { OperatorError } from '../../operator-error.ts';
import type { PackageSource } from '../../replication/package-source.ts';
import { writeSet } from '../../replication/write-set.ts';
import { createServer } from '../../server.ts';
import type { CommandContext } from '../command-context.ts';
import { ArgumentsError } from '../exit-on-failure.ts';

interface Flags {
  from?: string;
  to?: string;
  packages?: string;
  nodes?: string;
}

export const run = async (
  { environment, stdout, parts }: CommandContext,
  { from = environment['MIRROR_FROM'], to, packages, nodes }: Flags,
): Promise<boolean> => {
  const given = {
    ...(from === undefined ? {} : { MIRROR_FROM: from }),
    ...(packages === undefined ? {} : { MIRROR_PACKAGES: packages }),
    ...(nodes === undefined ? {} : { MIRROR_NODES: nodes }),
  };
  if (to !== undefined) return write({ ...environment, ...given }, resolve(to), { stdout, parts });
  if (from === undefined) throw new ArgumentsError('Say what to mirror: --from <URL or folder>.');
  Object.assign(process.env, given);
  await import('../../main.ts');
  return true;
};

/** Reads all that the source has into the data of this server, and writes that as a set. */
const write = async (
  environment: NodeJS.ProcessEnv,
  folder: string,
  { stdout, parts }: Pick<CommandContext, 'stdout'> & { parts: CommandContext['parts'] },
): Promise<boolean> => {
  const config = readConfig(environment);
  const log = pino({ level: 'warn', base: null }, pino.destination(2));
  const server = await createServer(config, log, () => new Date(), parts);
  try {
    const { context } = server;
    if (context.replication !== undefined) await readAll(context.replication);
    const withPackages = config.MIRROR_PACKAGES !== 'none';
    const source = context.replication?.name ?? context.publicUrl();
    const written = await writeSet(context, folder, { withPackages, source });
    stdout.write(
      `${written.nodes} nodes with ${written.versions} versions and ${written.packages} packages were written to ${folder}.\n`,
    );
    if (!withPackages || written.withoutPackage === 0) return true;
    stdout.write(`${written.withoutPackage} versions have no package here.\n`);
    return config.MIRROR_PACKAGES === 'on-demand';
  } finally {
    await server.close();
  }
};

const readAll = async (source: PackageSource): Promise<void> => {
  for (;;) {
    const next = await source.run(source.name);
    const { isReachable } = await source.state();
    if (!isReachable) throw new OperatorError(`${source.name} cannot be read; see the log above`);
    if (next === undefined || next > new Date()) return;
  }
};
