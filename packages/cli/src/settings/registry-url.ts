import { join } from 'node:path';
import type { Context } from '../context.ts';
import { CliError, requireOnline } from '../errors.ts';
import { readPrivateJson } from './read-private-json.ts';
import { configFolder } from './config-folder.ts';
import { writePrivateJson } from './write-private-json.ts';

/** Where a server listens unless it is told otherwise. */
export const localRegistryUrl = 'http://127.0.0.1:8080';
const localAnswerMsMax = 1_000;

const settingsFile = (context: Context): string | undefined => {
  const folder = configFolder(context);
  return folder && join(folder, 'settings.json');
};

/**
 * The registry to call: of --registry, PATCHBAY_URL, the last login, or the one that answers on this machine. Throws
 * `no_registry` if there is none of them.
 */
export const readRegistryUrl = async (context: Context, flag: string | undefined): Promise<string> => {
  if (flag !== undefined) return parseServerUrl(flag, '--registry');
  const ofEnvironment = context.env['PATCHBAY_URL'];
  if (ofEnvironment) return parseServerUrl(ofEnvironment, 'PATCHBAY_URL');
  const path = settingsFile(context);
  const { registry } = (await readPrivateJson(context, path)) ?? {};
  if (typeof registry !== 'string') return requireLocalRegistry(context);
  return parseServerUrl(registry, `"registry" in ${path}`);
};

const requireLocalRegistry = async (context: Context): Promise<string> => {
  requireOnline(context);
  const { fetch } = context;
  const signal = AbortSignal.timeout(localAnswerMsMax);
  const answer = await fetch(`${localRegistryUrl}/health`, { signal, redirect: 'manual' }).catch(
    () => undefined,
  );
  await answer?.body?.cancel();
  if (answer?.ok === true) return localRegistryUrl;
  throw new CliError(
    'no_registry',
    `No registry is set, and none answers on this machine (${localRegistryUrl}).`,
  );
};

/** Makes this registry the one that is called if nothing else is said. */
export const saveRegistryUrl = (context: Context, registry: string): Promise<void> =>
  writePrivateJson(settingsFile(context), { registry });

/** The address of a server as the client writes it, so that one registry has one spelling. Throws `invalid_setting`. */
export const parseServerUrl = (text: string, source: string): string => {
  const url = URL.parse(text);
  // A name with a dot at its end is the same name, but neither certificates nor saved tokens have the dot.
  if (url !== null) url.hostname = url.hostname.replace(/\.$/, '');
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    /^\.|\.\.|\.$/.test(url.hostname) ||
    url.username ||
    url.password ||
    url.search ||
    url.hash
  ) {
    throw new CliError(
      'invalid_setting',
      `${source} must be an address like https://registry.example.org, without credentials and query.`,
    );
  }
  return url.href.replace(/\/+$/, '');
};
