import { lstat, readFile } from 'node:fs/promises';
import { CliError } from '../errors.ts';
import { bounds } from './bounds.ts';
import { isFolderName } from './folder-name.ts';
import { ifThere } from './if-there.ts';
import type { InstalledNode } from './installed-node.ts';
import { parseNode } from './parse-lock.ts';

/** A change of one node's folder, written down before it is made. Names are of folders in the working folder. */
export interface Step {
  readonly id: string;
  /** What the lock file is to say of the node; absent when it is removed. */
  readonly node?: Omit<InstalledNode, 'files'> & { readonly files: readonly (readonly [string, string])[] };
  /** The new folder, before it is in its place. */
  readonly staged?: string;
  /** Where the old folder goes. */
  readonly old?: string;
}

/** The step that a process left behind, if any. It leads to no other folder, even if a stranger wrote it. */
export const readStep = async (path: string): Promise<Step | undefined> => {
  const found = await ifThere(lstat(path));
  if (found === undefined) return undefined;
  if (!found.isFile() || found.size > bounds.lockBytesMax) throw damaged(path);
  const step = parse(await readFile(path, 'utf8'));
  if (step === undefined || !isSound(step)) throw damaged(path);
  return step;
};

const parse = (text: string): Step | undefined => {
  try {
    return (JSON.parse(text) ?? undefined) as Step | undefined;
  } catch {
    return undefined;
  }
};

const isSound = ({ id, node, staged, old }: Step): boolean =>
  typeof id === 'string' &&
  isFolderName(id) &&
  [staged, old].every((name) => name === undefined || /^[0-9a-f-]{36}$/.test(name)) &&
  (node === undefined || isNode(node));

const isNode = (node: NonNullable<Step['node']> | null): boolean =>
  node !== null &&
  Array.isArray(node.files) &&
  node.files.every(Array.isArray) &&
  parseNode({ ...node, files: Object.fromEntries(node.files) }) !== undefined;

const damaged = (path: string): CliError =>
  new CliError('invalid_lock', `${path} is damaged.`, { next: 'Delete it, and verify the nodes.' });
