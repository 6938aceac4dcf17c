/** How publishers and clients write the three systems, in lower case. */
const spellings: Readonly<Record<string, string>> = {
  win: 'windows',
  win32: 'windows',
  win64: 'windows',
  nt: 'windows',
  'microsoft windows': 'windows',
  mac: 'macos',
  macosx: 'macos',
  'mac os': 'macos',
  'mac os x': 'macos',
  osx: 'macos',
  darwin: 'macos',
  gnu: 'linux',
  'gnu/linux': 'linux',
};

/**
 * One name for each operating system, in lower case. Only the end of a classifier counts
 * (`Operating System :: POSIX :: Linux`); names that nobody knows stay as they are.
 */
export const operatingSystem = (text: string): string => {
  const name = (text.split('::').at(-1) ?? '').trim().toLowerCase();
  return spellings[name] ?? name;
};

/** What says that a node runs everywhere: https://pypi.org/classifiers/ */
export const anyOperatingSystem = 'os independent';

/** The operating system of a form factor like `git-linux` or `desktop-mac`: its last part. */
export const systemOfFormFactor = (formFactor: string): string =>
  operatingSystem(formFactor.split('-').at(-1) ?? '');
