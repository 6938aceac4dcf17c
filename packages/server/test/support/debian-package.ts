import { spawnSync } from 'node:child_process';

/** Installs a package of Debian where root runs this and it is missing; else throws, saying `instead`. */
export const installDebianPackage = (name: string, isInstalled: () => boolean, instead: string): void => {
  if (isInstalled()) return;
  if (process.getuid?.() === 0) {
    const install = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${name}`;
    spawnSync('sh', ['-c', install], { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  }
  if (!isInstalled()) throw new Error(`The Debian package ${name} is missing: install it${instead}.`);
};
