import { type FileHandle, constants, open } from 'node:fs/promises';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';

/** Ours have a few hundred. */
const bytesMax = 65_536;

/**
 * The object in a file that no other user may read, or undefined if there is no file, or no place for one. Refuses a
 * file that others can open, or that holds no object.
 */
export const readPrivateJson = async (
  { platform }: Pick<Context, 'platform'>,
  path: string | undefined,
): Promise<Readonly<Record<string, unknown>> | undefined> => {
  if (path === undefined) return undefined;
  const file = await openIfThere(path);
  if (file === undefined) return undefined;
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > bytesMax) throw damaged(path);
    // Windows has no such modes; the folder is the user's own.
    if (platform !== 'win32' && (stats.mode & 0o077) !== 0) throw exposed(path);
    return parseObject(await file.readFile('utf8'), path);
  } finally {
    await file.close();
  }
};

const openIfThere = async (path: string): Promise<FileHandle | undefined> => {
  try {
    // A pipe in its place would have the command wait for a writer.
    return await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new CliError('invalid_setting', `${path} cannot be read: ${message}.`);
  }
};

const parseObject = (text: string, path: string): Readonly<Record<string, unknown>> => {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // The parser's message may repeat a token.
  }
  throw damaged(path);
};

const exposed = (path: string): CliError =>
  new CliError('exposed_credentials', `Other users of this machine can open ${path}.`, {
    next: `Run \`chmod 600 '${path}'\`. If somebody may have read it, revoke the token and sign in again.`,
  });

const damaged = (path: string): CliError =>
  new CliError('invalid_setting', `${path} is damaged. Remove it and sign in again.`);
