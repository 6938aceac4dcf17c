import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { builtInProfiles } from '@patchbay/contract';
import { Registry } from '../../packages/server/src/commands/import/registry.ts';
import { writeZip } from '../../packages/server/test/support/write-zip.ts';
import type { Engine } from '../benchmarks/benchmark.ts';
import type { Core } from '../servers/pin.ts';
import { type RunningProcess, startProcess } from '../servers/start-process.ts';
import { fillRegistry } from './fill-registry.ts';
import { makeUpEntries } from './filled-entry.ts';
import { noise } from './noise.ts';
import { demandSettings } from './not-offered.ts';
import { untilChecked } from './until-checked.ts';

const run = promisify(execFile);
const server = (path: string) => fileURLToPath(new URL(`../../packages/server/src/${path}`, import.meta.url));

export const moderator = { ADMIN_EMAIL: 'moderator@example.org', ADMIN_PASSWORD: 'correct horse battery' };
const packageBytes = 100_000;
const filledNodes = 100;

/** A running registry, and in it a publisher and one node with its package. */
export interface Stage {
  process: RunningProcess;
  registry: Registry;
  /** Where the registry keeps its data. */
  folder: string;
  bearer: string;
  publisherId: string;
  nodeId: string;
  /** Of the publisher: what a publish holds in its body. */
  token: string;
  package: Buffer<ArrayBuffer>;
  /** Never the same twice. */
  freshVersion(): string;
}

/** A stage with a thousand versions to read beside it; it ends with its server and takes its data along. */
export type Scene = Stage & AsyncDisposable;

export interface SceneOptions {
  engine: Engine;
  environment?: Readonly<Record<string, string>>;
  core?: Core;
}

/** Sets the scene in an empty database and an empty data folder, which is removed with it. */
export const openScene = async ({
  engine,
  environment = {},
  core = 'server',
}: SceneOptions): Promise<Scene> => {
  demandSettings(environment);
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-bench-'));
  const settings = { ...environment, ...(await engine.emptyDatabase()), DATA_DIR: folder };
  await createModerator(settings);
  await fillRegistry(settings, moderator.ADMIN_EMAIL, makeUpEntries(filledNodes));
  const process = await startServer(settings, core);
  const stage = await setStage(process, folder);
  return {
    ...stage,
    async [Symbol.asyncDispose]() {
      await process[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** The moderator of these benchmarks, in a database that is made if need be. */
export const createModerator = async (settings: Readonly<Record<string, string>>): Promise<void> => {
  const args = [server('commands/admin.ts'), 'create', '--email', moderator.ADMIN_EMAIL];
  await run(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...settings, ADMIN_PASSWORD: moderator.ADMIN_PASSWORD },
  });
};

export const startServer = (
  environment: Readonly<Record<string, string>>,
  core: Core,
): Promise<RunningProcess> =>
  startProcess([server('main.ts')], { core, environment: { PORT: '0', ...environment } });

/** Makes publisher, token and node in a running registry that has the moderator. */
export const setStage = async (process: RunningProcess, folder: string): Promise<Stage> => {
  const url = `http://127.0.0.1:${process.port}`;
  const anyone = new Registry(url, builtInProfiles.app);
  const { body: session } = await anyone.call('signIn', {
    body: { email: moderator.ADMIN_EMAIL, password: moderator.ADMIN_PASSWORD },
  });
  const registry = anyone.as(session.token);
  // New each time: the registries of `growth` are played in again and again.
  const publisherId = `bench-${Date.now().toString(36)}`;
  const nodeId = `${publisherId}-node`;
  await registry.call('createPublisher', { body: { id: publisherId, name: 'Bench' } });
  const { body: made } = await registry.call('createToken', {
    params: { publisherId },
    body: { name: 'bench' },
  });
  const zip = await writeZip({
    '__init__.py': 'NODE_CLASS_MAPPINGS = {}\n',
    'noise.txt': noise(packageBytes),
  });
  const { body: published } = await registry.call('publishVersion', {
    params: { publisherId, nodeId },
    body: {
      personal_access_token: made.token,
      node: {
        name: 'Bench',
        author: 'Ada',
        description: 'What this node does, and how, and with what it goes together. '.repeat(15),
        repository: 'https://example.org/bench-node',
        tags: ['image', 'bench'],
        supported_os: ['Linux', 'Windows', 'macOS'],
      },
      node_version: { version: '1.0.0', changelog: 'First.', dependencies: ['numpy>=1.25', 'pillow'] },
    },
  });
  const bytes = Buffer.from(zip);
  await registry.upload(published.signedUrl, bytes);
  await untilChecked(registry, nodeId, ['1.0.0']);
  let count = 0;
  return {
    process,
    registry,
    folder,
    bearer: session.token,
    publisherId,
    nodeId,
    token: made.token,
    package: bytes,
    freshVersion: () => `2.0.${(count += 1)}`,
  };
};
