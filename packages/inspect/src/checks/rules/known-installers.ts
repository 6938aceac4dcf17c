/**
 * Hosts of installers whose projects tell everyone to run them right from the network. If one of these is malicious, a
 * well-known project is, and no review of a node would see that.
 */
const HOSTS: ReadonlySet<string> = new Set([
  'astral.sh',
  'brew.sh',
  'bootstrap.pypa.io',
  'bun.sh',
  'chocolatey.org',
  'community.chocolatey.org',
  'deb.nodesource.com',
  'deno.land',
  'developer.download.nvidia.com',
  'download.pytorch.org',
  'fnm.vercel.app',
  'get.brew.sh',
  'get.docker.com',
  'get.pnpm.io',
  'get.scoop.sh',
  'install.python-poetry.org',
  'micro.mamba.pm',
  'nvidia.github.io',
  'ollama.ai',
  'ollama.com',
  'packages.microsoft.com',
  'pixi.sh',
  'repo.anaconda.com',
  'rpm.nodesource.com',
  'sh.rustup.rs',
]);

/** Accounts at raw.githubusercontent.com, in lower case. */
const ACCOUNTS: ReadonlySet<string> = new Set([
  'comfy-org',
  'homebrew',
  'mamba-org',
  'nvm-sh',
  'ohmyzsh',
  'pyenv',
  'xinntao',
]);

/** Whether an address is that of a known installer, served so that nobody on the way can change it. */
export const isKnownInstaller = (address: string): boolean => {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:') return false;
  const [, account = ''] = url.pathname.split('/');
  return url.hostname === 'raw.githubusercontent.com'
    ? ACCOUNTS.has(account.toLowerCase())
    : HOSTS.has(url.hostname.replace(/^www\./, ''));
};
