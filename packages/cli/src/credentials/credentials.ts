import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { configFolder } from '../settings/config-folder.ts';
import { readPrivateJson } from '../settings/read-private-json.ts';
import { writePrivateJson } from '../settings/write-private-json.ts';

/** A file for each registry, so that two commands never write the same one for different registries. */
const fileOf = (context: Context, registry: string): string | undefined => {
  const folder = configFolder(context);
  const name = `${createHash('sha256').update(registry).digest('hex').slice(0, 32)}.json`;
  return folder && join(folder, 'credentials', name);
};

export interface Credential {
  readonly token: string;
  readonly source: 'environment' | 'login';
}

/** The token in the environment. A secret that is read from a file often ends in a line break. */
export const tokenOfEnvironment = ({ env }: Context): string | undefined =>
  env['PATCHBAY_TOKEN']?.trim() || undefined;

/** A header can hold no other characters. */
const tokenPattern = /^[\u0021-\u007e]{1,4096}$/;

/** The text, which may be sent as a token. Throws without repeating what may be a secret. */
export const requireToken = (text: string, source: string): string => {
  if (tokenPattern.test(text)) return text;
  throw new CliError('usage', `${source} is no token.`, {
    next: 'A token is one word. Create one with `patchbay token create`.',
  });
};

/** The token for a registry: of the environment, or of a login to this very registry. */
export const findCredential = async (context: Context, registry: string): Promise<Credential | undefined> => {
  const ofEnvironment = tokenOfEnvironment(context);
  if (ofEnvironment !== undefined)
    return { token: requireToken(ofEnvironment, 'PATCHBAY_TOKEN'), source: 'environment' };
  const token = await findSavedToken(context, registry);
  return token === undefined ? undefined : { token, source: 'login' };
};

/** The token of the last login to a registry. */
export const findSavedToken = async (context: Context, registry: string): Promise<string | undefined> => {
  const token = (await readPrivateJson(context, fileOf(context, registry)))?.['token'];
  return typeof token === 'string' ? token : undefined;
};

/** Where the token of a registry came from, `variable` if that held it, as a sentence; undefined if there is none. */
export const describeCredential = async (
  context: Context,
  registry: string,
  variable: string | undefined,
): Promise<string | undefined> => {
  if (variable === undefined && (await findCredential(context, registry)) === undefined) return undefined;
  const source = variable === undefined ? fileOf(context, registry) : `the variable ${variable}`;
  return `The token is from ${source}, and was sent to ${registry}.`;
};

export const saveCredential = (context: Context, registry: string, token: string): Promise<void> =>
  writePrivateJson(fileOf(context, registry), { registry, token });

export const removeCredential = async (context: Context, registry: string): Promise<void> => {
  const file = fileOf(context, registry);
  if (file !== undefined) await rm(file, { force: true });
};
