import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { installDebianPackage } from '../packages/server/test/support/debian-package.ts';

const site = fileURLToPath(new URL('./patchbay.conf', import.meta.url));
const startMsMax = 10_000;

/** Settings that the site leaves to the machine. Its folders are here, so that any user can run it. */
const machine = `
daemon off;
pid nginx.pid;
error_log nginx.log;
events {}
http {
    access_log off;
    client_body_temp_path bodies;
    proxy_temp_path answers;
    fastcgi_temp_path unused-fastcgi;
    uwsgi_temp_path unused-uwsgi;
    scgi_temp_path unused-scgi;
    include patchbay.conf;
}
`;

export interface Nginx {
  pid: number | undefined;
  stop(): Promise<void>;
}

interface Wanted {
  port: number;
  serverPorts: readonly number[];
  /** In place of the site in this folder. */
  conf?: string;
  /** What answers once it is up. */
  path?: string;
}

/**
 * Starts nginx on `port` of loopback in front of the servers on `serverPorts`, with its files in `folder`. Installs it
 * first if that is possible and necessary.
 */
export const startNginx = async (
  folder: string,
  { port, serverPorts, conf, path = '/health' }: Wanted,
): Promise<Nginx> => {
  installDebianPackage('nginx', () => spawnSync('nginx', ['-v']).status === 0, '');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'nginx.conf'), machine);
  await writeFile(
    join(folder, 'patchbay.conf'),
    putIn(conf ?? (await readFile(site, 'utf8')), { port, serverPorts }),
  );
  const child = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'nginx.log'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // A signal to the cluster must not reach nginx before the cluster has stopped using it.
    detached: true,
  });
  const ended = once(child, 'exit');
  await untilAnswering(`http://127.0.0.1:${port}${path}`, () => child.exitCode === null);
  return {
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

/** The site with these ports in place of its own. */
const putIn = (
  text: string,
  { port, serverPorts }: { port: number; serverPorts: readonly number[] },
): string => {
  const isServer = (line: string): boolean => /^ +server [\d.]+:\d+ /.test(line);
  const lines = text.replace(/listen [^;]+/, `listen 127.0.0.1:${port}`).split('\n');
  const first = lines.findIndex(isServer);
  return lines
    .flatMap((line, index) => {
      if (!isServer(line)) return [line];
      return index === first ? serverPorts.map((serverPort) => line.replace(/:\d+/, `:${serverPort}`)) : [];
    })
    .join('\n');
};

const untilAnswering = async (url: string, isAlive: () => boolean): Promise<void> => {
  const deadline = Date.now() + startMsMax;
  while (!(await fetch(url).catch(() => undefined))?.ok) {
    if (!isAlive() || Date.now() > deadline) throw new Error(`nginx does not answer at ${url}`);
    await wait(50);
  }
};
