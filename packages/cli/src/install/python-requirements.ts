import type { Outcome } from './outcome.ts';

/** What one or more nodes need of the Python of the host. */
export interface Requirement {
  /** As the nodes write it (PEP 508). */
  readonly text: string;
  readonly nodes: readonly string[];
}

/** What one line of requirements names. */
interface ParsedRequirement {
  /** As Python compares names (PEP 503). */
  readonly name: string;
  /** The only version that it allows, if it names one. */
  readonly pin?: string;
  /** The versions that it allows wherever it is installed, as `>=1.2,<2`, if it leaves any out. */
  readonly range?: string;
  /** Where it comes from, if not from the index. */
  readonly address?: string;
}

/** A longer one is refused: much of what is read here is by strangers. */
const charsMax = 2_048;
const name = String.raw`([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?) ?(?:\[[\w ,.-]*\])?`;
// With a comma between two of them, a text can be read in one way only, and in linear time.
const comparison = String.raw`(?:===|[<>=!~]=|[<>]) ?[\w.*+!-]+`;
const ofIndex = new RegExp(String.raw`^${name} ?(${comparison}(?: ?, ?${comparison})*)?(?: ?,)? ?(;.*)?$`);
/** https://packaging.python.org/en/latest/specifications/version-specifiers/#appendix-parsing-version-strings-with-regular-expressions */
const version =
  /^v?(?:\d+!)?\d+(?:\.\d+)*(?:[._-]?(?:a|b|c|rc|alpha|beta|pre|preview)[._-]?\d*)?(?:-\d+|[._-]?(?:post|rev|r)[._-]?\d*)?(?:[._-]?dev[._-]?\d*)?(?:\+[a-z\d]+(?:[._-][a-z\d]+)*)?$/i;
const elsewhere = new RegExp(String.raw`^${name} ?@ ?([^\s;]+)(?: ?;.*)?$`);

/**
 * A name, extras, versions and a marker, or a name and an address (PEP 508). Undefined for anything else, such as an
 * option of pip.
 */
export const parseRequirement = (text: string): ParsedRequirement | undefined => {
  if (text.length > charsMax) return undefined;
  const line = text.trim().replaceAll(/[\t ]+/g, ' ');
  const [, named = '', address] = elsewhere.exec(line) ?? [];
  if (address !== undefined) return { name: canonicalName(named), address };
  const [, found, versions = '', marker] = ofIndex.exec(line) ?? [];
  if (found === undefined) return undefined;
  const pin = versions
    .split(',')
    .map((one) => one.replace(/^ ?={2,3} ?/, '').trim())
    .find((one) => version.test(one));
  return {
    name: canonicalName(found),
    ...(pin !== undefined && { pin }),
    ...(marker === undefined && versions !== '' && { range: versions }),
  };
};

/** A name of the Python index as it is compared (PEP 503). */
export const canonicalName = (text: string): string => text.toLowerCase().replaceAll(/[-_.]+/g, '-');

/** Each requirement of what is installed now, with the nodes that have it. */
export const requirementsOf = (
  outcomes: readonly Pick<Outcome, 'node' | 'requirements'>[],
): Requirement[] => {
  const nodes = new Map<string, string[]>();
  for (const { node, requirements = [] } of outcomes) {
    for (const text of requirements) nodes.set(text, [...(nodes.get(text) ?? []), node]);
  }
  return [...nodes].map(([text, names]) => ({ text, nodes: names }));
};

/** Those of what was installed or replaced that no version before needed. */
export const newRequirementsOf = (outcomes: readonly Outcome[]): Requirement[] =>
  requirementsOf(
    outcomes
      .filter(({ status }) => status !== 'unchanged')
      .map(({ node, requirements = [], former_requirements: former = [] }) => ({
        node,
        requirements: requirements.filter((text) => !former.includes(text)),
      })),
  );

/** Whether pip may be given it: what it reads as one package of its index, and never as an option or an address. */
export const isPlain = ({ text }: Requirement): boolean => {
  const parsed = parseRequirement(text);
  return parsed !== undefined && parsed.address === undefined;
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

/** A word for a shell of POSIX, or for PowerShell. */
const quoted = (word: string): string =>
  /^[\w./=:-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;

export const commandText = (words: readonly string[]): string => words.map(quoted).join(' ');
