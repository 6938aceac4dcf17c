import { checkName } from '@patchbay/inspect/archive';
import { CliError } from '../errors.ts';
import { isFolderName } from './folder-name.ts';
import type { InstalledNode } from './installed-node.ts';

/** The form of the file. Raised when an older command line could not read it. */
export const lockFormat = 1;

/** The nodes of a lock file, by id. Throws if it is damaged, or names what lies outside of its folder. */
export const parseLock = (text: string, path: string): ReadonlyMap<string, InstalledNode> => {
  if (text.trim() === '') throw refusal(path, 'is empty. Delete it, and install the nodes again');
  if (/^(?:<{7}|>{7}) /m.test(text))
    throw refusal(path, 'has merge conflict markers. Resolve the conflict, or take one side');
  const file = read(text);
  if (file === undefined) throw refusal(path, 'is not JSON');
  if (file['lock'] !== lockFormat)
    throw refusal(
      path,
      `has the format ${JSON.stringify(file['lock'] ?? 'none')}, and this version of patchbay reads ${lockFormat}`,
    );
  const nodes = asObject(file['nodes']) ?? {};
  return new Map(
    Object.entries(nodes).map(([id, entry]) => {
      const node = isFolderName(id) ? parseNode(asObject(entry) ?? {}) : undefined;
      if (node === undefined) throw refusal(path, `has a faulty entry "${id}"`);
      return [id, node];
    }),
  );
};

const read = (text: string): Fields | undefined => {
  try {
    return asObject(JSON.parse(text.replace(/^\u{feff}/u, '')));
  } catch {
    return undefined;
  }
};

type Fields = Readonly<Record<string, unknown>>;

const asObject = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

const isDigest = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

/** One node of a lock file; undefined if it is faulty. */
export const parseNode = ({
  registry,
  version,
  requested,
  sha256,
  bytes,
  files,
}: Fields): InstalledNode | undefined => {
  const digests = Object.entries(asObject(files) ?? {});
  const isSound =
    typeof registry === 'string' &&
    typeof version === 'string' &&
    (requested === undefined || typeof requested === 'string') &&
    isDigest(sha256) &&
    Number.isSafeInteger(bytes) &&
    digests.length > 0 &&
    digests.every(([name, digest]) => checkName(name) === undefined && isDigest(digest));
  if (!isSound) return undefined;
  return {
    registry,
    version,
    requested,
    sha256,
    bytes: Number(bytes),
    files: new Map(digests as [string, string][]),
  };
};

const refusal = (path: string, fault: string): CliError => new CliError('invalid_lock', `${path} ${fault}.`);
