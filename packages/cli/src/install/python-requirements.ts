import type { Outcome } from './outcome.ts';

/** What one or more nodes need of the Python of the host. */
export interface Requirement {
  /** As the nodes write it (PEP 508). */
  readonly text: string;
  readonly nodes: readonly string[];
}

/** A name, extras, versions and a marker: what pip reads as one package of its index, and never as an option or a URL. */
const plain =
  /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[[\w\s,.-]*\])?\s*((?:[<>=!~]=?=?\s*[\w.*+!-]+\s*,?\s*)*)(?:;[^\n]*)?$/;

/** Each requirement of what is installed now, with the nodes that have it. */
export const requirementsOf = (outcomes: readonly Outcome[]): Requirement[] => {
  const nodes = new Map<string, string[]>();
  for (const { node, requirements = [] } of outcomes) {
    for (const text of requirements) nodes.set(text, [...(nodes.get(text) ?? []), node]);
  }
  return [...nodes].map(([text, names]) => ({ text, nodes: names }));
};

/** Whether pip may be given it: no option, no address and no file. */
export const isPlain = ({ text }: Requirement): boolean => plain.test(text.trim());

/** Two nodes that want exactly one version each, and not the same, as a sentence for each such package. */
export const conflictsOf = (requirements: readonly Requirement[]): string[] => {
  const pins = new Map<string, Requirement[]>();
  for (const requirement of requirements) {
    const [, name = '', versions = ''] = plain.exec(requirement.text.trim()) ?? [];
    if (!/^==\s*[^*,]+$/.test(versions.trim())) continue;
    // As Python compares names (PEP 503).
    const key = name.toLowerCase().replaceAll(/[-_.]+/g, '-');
    pins.set(key, [...(pins.get(key) ?? []), requirement]);
  }
  return [...pins].flatMap(([name, all]) =>
    new Set(all.map(({ text }) => text.replaceAll(/\s/g, ''))).size < 2
      ? []
      : [
          `${name} cannot be all of ${all.map(({ text, nodes }) => `${text} (${nodes.join(', ')})`).join(' and ')}.`,
        ],
  );
};

/** The interpreter of the host: PYTHON, that of the virtual environment, or the one in the path. */
export const pythonOf = ({
  env,
  platform,
}: {
  readonly env: Readonly<Partial<Record<string, string>>>;
  readonly platform: NodeJS.Platform;
}): string => {
  const { PYTHON, VIRTUAL_ENV } = env;
  if (PYTHON) return PYTHON;
  const isWindows = platform === 'win32';
  if (VIRTUAL_ENV) return isWindows ? `${VIRTUAL_ENV}\\Scripts\\python.exe` : `${VIRTUAL_ENV}/bin/python`;
  return isWindows ? 'python' : 'python3';
};

/** The arguments with which Python installs them. */
export const pipArguments = (requirements: readonly Requirement[]): string[] => [
  '-m',
  'pip',
  'install',
  ...requirements.filter(isPlain).map(({ text }) => text.trim()),
];

/** A word for a shell of POSIX, or for PowerShell. */
const quoted = (word: string): string =>
  /^[\w./=:-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;

export const commandText = (program: string, args: readonly string[]): string =>
  [program, ...args].map(quoted).join(' ');
