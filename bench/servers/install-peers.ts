import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));

/** Installs the dependencies of these benchmarks unless they are installed. */
export const installPeers = (): void => {
  if (existsSync(`${folder}node_modules/verdaccio`)) return;
  process.stderr.write('installing the peer to measure against …\n');
  const { status } = spawnSync('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund'], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('npm ci --prefix bench failed');
};
