import type { Group } from './command.ts';

/** The commands as a person looks for them. Each is in one group. */
const groups: readonly (readonly [string, readonly string[]])[] = [
  [
    'Publish a node',
    ['init', 'version', 'check', 'pack', 'publish', 'diff', 'deprecate', 'delete', 'restore', 'rename'],
  ],
  [
    'Find and install nodes',
    [
      'search',
      'show',
      'versions',
      'install',
      'list',
      'info',
      'outdated',
      'update',
      'verify',
      'audit',
      'sbom',
      'remove',
      'resolve',
      'open',
      'report',
      'reports',
    ],
  ],
  [
    'Your account',
    [
      'login',
      'logout',
      'whoami',
      'sessions',
      'publisher',
      'token',
      'trust',
      'members',
      'invitations',
      'account',
      'proposals',
      'webhook',
    ],
  ],
  ['For the shell and for programs', ['completions', 'schema']],
];

const examples = [
  'patchbay login --registry https://registry.example.org',
  'patchbay init && patchbay check && patchbay publish',
  'patchbay search upscale',
  'patchbay install image-tools@^1.2',
];

/** What `patchbay` prints without arguments. */
export const rootHelp = ({ brief, commands }: Group): string => {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const sections = groups.map(([title, names]) => {
    const lines = names.map((name) => `  ${name.padEnd(width)}  ${commands[name]?.brief ?? ''}`);
    return [title, ...lines].join('\n');
  });
  return [
    `${brief}.`,
    'Usage: patchbay <command> [<flags>] [<arguments>]',
    ...sections,
    ['Examples', ...examples.map((line) => `  ${line}`)].join('\n'),
    'Run `patchbay <command> --help` for its flags. Every command takes --json, --registry, --verbose, --quiet and --offline.',
  ].join('\n\n');
};
