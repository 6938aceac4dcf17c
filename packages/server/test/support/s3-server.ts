import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDebianPackage } from './debian-package.ts';

/** An S3-compatible server that verifies what is signed, on loopback, with an empty store. */
export interface S3Server {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  stop(): Promise<void>;
}

/** Debian's own: Swift is a package for it, and another Python would not find it. */
const python = '/usr/bin/python3';
const debianPackage = 'python3-swift';
const script = fileURLToPath(new URL('./serve-swift.py', import.meta.url));
const credentials = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };

/**
 * Starts Swift with its S3 layer, which is installed first where that is possible and needed. What it keeps lies in
 * `data`, where it may lie from before, else in memory.
 */
export const startS3Server = async ({ data }: { data?: string } = {}): Promise<S3Server> => {
  installDebianPackage(
    debianPackage,
    isInstalled,
    ', or set S3_ENDPOINT, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to those of another S3-compatible server',
  );
  const folder = data ?? (await mkdtemp(join(tmpdir(), 'patchbay-s3-')));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { accessKeyId, secretAccessKey } = credentials;
  const objects = data === undefined ? 'in-memory' : 'on-disk';
  const child = spawn(python, [script, folder, accessKeyId, secretAccessKey, objects], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // An interrupt of the tests must not reach it before they have stopped using it.
    detached: true,
  });
  const exited = once(child, 'exit');
  const port = await Promise.race([
    once(child.stdout, 'data').then(([chunk]) => String(chunk).trim()),
    exited.then(([code]) => {
      throw new Error(`Swift ended with ${code} before it listened`);
    }),
  ]);
  return {
    ...credentials,
    endpoint: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGKILL');
      await exited;
      if (data === undefined) await rm(folder, { recursive: true });
    },
  };
};

const isInstalled = (): boolean =>
  spawnSync(python, ['-c', 'import swift.common.middleware.s3api']).status === 0;
