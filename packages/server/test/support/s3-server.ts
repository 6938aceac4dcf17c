import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

/** Starts Swift with its S3 layer, which is installed first where that is possible and needed. */
export const startS3Server = async (): Promise<S3Server> => {
  installSwift();
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-s3-'));
  const { accessKeyId, secretAccessKey } = credentials;
  const child = spawn(python, [script, folder, accessKeyId, secretAccessKey], {
    stdio: ['pipe', 'pipe', 'inherit'],
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
      await rm(folder, { recursive: true });
    },
  };
};

const isInstalled = (): boolean =>
  spawnSync(python, ['-c', 'import swift.common.middleware.s3api']).status === 0;

const installSwift = (): void => {
  if (isInstalled()) return;
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    const install = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${debianPackage}`;
    spawnSync('sh', ['-c', install], { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  }
  if (!isInstalled()) {
    throw new Error(
      `The tests need an S3-compatible server: install the Debian package ${debianPackage}, or set S3_ENDPOINT, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to those of another.`,
    );
  }
};
