import { accessSync, constants, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import type { Profile } from '@patchbay/contract';
import { isLoopback } from './addresses.ts';
import { isOneLetterOff } from './one-letter-off.ts';
import { OperatorError } from './operator-error.ts';
import { NotPrivateError, closeToOthers, makePrivateFolder, privateModes } from './private-files.ts';
import { ConfigFault, type Setting, settings } from './settings.ts';

export type { TrustedIssuer } from './settings.ts';

/** The environment contains an invalid value. The message names it and says why. */
export class ConfigError extends OperatorError {}

type Settings = typeof settings;
type Value<Name extends keyof Settings> = Exclude<ReturnType<Settings[Name]['parse']>, ConfigFault>;

type Optional =
  | 'PUBLIC_URL'
  | 'DATABASE_REPLICA_URL'
  | 'PACKAGES_URL'
  | 'PACKAGES_PUBLIC_URL'
  | 'METRICS_TOKEN'
  | 'SECURITY_CONTACT'
  | 'MAIL_URL'
  | 'PASSWORD_CHECK_URL'
  | 'DNS_SERVERS'
  | 'MIRROR_FROM'
  | 'MIRROR_NODES'
  | 'MIRROR_VERIFY_KEY'
  | 'UPSTREAM'
  | 'UPSTREAM_EXCEPT'
  | 'OIDC_ISSUER'
  | 'OIDC_CLIENT_ID'
  | 'OIDC_CLIENT_SECRET'
  | 'OIDC_NAME'
  | 'OIDC_GROUPS'
  | 'ADMIN_EMAIL'
  | 'ADMIN_PASSWORD';

/** The settings as the server uses them. */
export type Config = { readonly [Name in Exclude<keyof Settings, Optional>]: Value<Name> } & {
  readonly [Name in Optional]: Value<Name> | undefined;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** A setting as it was written, and where; `default` if nowhere. */
interface Written {
  readonly text: string | undefined;
  readonly from: 'default' | 'environment' | 'file';
}

/** What is written of a setting. A name with `_FILE` is the path of a file that holds a secret. */
const writtenOf = (
  name: string,
  { default: fallback, isSecret }: Setting<unknown>,
  environment: Environment,
): Written | ConfigFault => {
  const text = environment[name] || undefined;
  const path = isSecret ? environment[`${name}_FILE`] || undefined : undefined;
  if (path !== undefined) return readSecretFile(path, text);
  return text === undefined ? { text: fallback, from: 'default' } : { text, from: 'environment' };
};

const readSecretFile = (path: string, besides: string | undefined): Written | ConfigFault => {
  if (besides !== undefined) return new ConfigFault('must be given itself or by its file, and not by both');
  try {
    const text = readFileSync(path, 'utf8').trim();
    // Naming a file means that a secret is wanted.
    return text === ''
      ? new ConfigFault(`is missing in its file ${path}, which is empty`)
      : { text, from: 'file' };
  } catch {
    return new ConfigFault(`cannot be read from its file ${path}`);
  }
};

/** Names of the environment that are a letter off a setting, each with what is meant. */
const findMisspelled = (environment: Environment): string[] => {
  const known = Object.entries<Setting<unknown>>(settings).flatMap(([name, { isSecret }]) =>
    isSecret ? [name, `${name}_FILE`] : [name],
  );
  return Object.keys(environment).flatMap((name) => {
    if (known.includes(name)) return [];
    const upper = name.toUpperCase();
    const plain = upper.replace(/_FILE$/, '');
    if (plain !== upper && plain.length >= misspelledLettersMin && known.includes(plain)) {
      return [`${name} is no setting; ${plain} is no secret, so set it itself`];
    }
    const meant = known.find(
      (one) => one.length >= misspelledLettersMin && (one === upper || isOneLetterOff(upper, one)),
    );
    return meant === undefined ? [] : [`${name} is no setting; did you mean ${meant}?`];
  });
};

/** What is like a shorter name may well be of another program. */
const misspelledLettersMin = 8;

/** The value of each setting. Throws ConfigError with a sentence for each that is invalid or misspelled. */
export const requireSettings = (environment: Environment): Readonly<Record<string, unknown>> => {
  const faults = findMisspelled(environment);
  const values: Record<string, unknown> = {};
  const changed: string[] = [];
  for (const [name, setting] of Object.entries<Setting<unknown>>(settings)) {
    const written = writtenOf(name, setting, environment);
    const given = written instanceof ConfigFault ? written : written.text;
    const value = typeof given === 'string' ? setting.parse(given) : given;
    if (value instanceof ConfigFault) faults.push(`${name} ${value.sentence}`);
    else values[name] = value;
    if (typeof given === 'string' && given !== setting.default) changed.push(name);
  }
  if ((values['ADMIN_EMAIL'] === undefined) !== (values['ADMIN_PASSWORD'] === undefined)) {
    faults.push('ADMIN_EMAIL and ADMIN_PASSWORD must be given together');
  }
  faults.push(...faultsOfProvider(values));
  for (const [others, names] of meaninglessWithout) {
    if (others.some((other) => values[other] !== undefined)) continue;
    const ignored = names.filter((name) => changed.includes(name));
    if (ignored.length > 0)
      faults.push(`${ignored.join(', ')} must be given together with ${others.join(' or ')}`);
  }
  if (
    values['DATABASE_REPLICA_URL'] !== undefined &&
    !String(values['DATABASE_URL']).startsWith('postgres')
  ) {
    faults.push('DATABASE_REPLICA_URL must be given together with a DATABASE_URL of PostgreSQL');
  }
  if (values['MAIL_URL'] !== undefined && !environment['MAIL_FROM']) {
    faults.push('MAIL_FROM must be given together with MAIL_URL');
  }
  if (values['MIRROR_FROM'] !== undefined && values['UPSTREAM'] !== undefined) {
    faults.push('MIRROR_FROM and UPSTREAM must not be given together');
  }
  if (values['MIRROR_VERIFY_KEY'] !== undefined && !isFolder(values['MIRROR_FROM'])) {
    faults.push('MIRROR_VERIFY_KEY must be given together with the folder of a set as MIRROR_FROM');
  }
  if (
    values['PASSKEY'] !== undefined &&
    values['PASSKEY'] !== 'off' &&
    isIP(hostOf(values).replace(/^\[(.*)\]$/, '$1')) !== 0
  ) {
    faults.push('PASSKEY must be off unless PUBLIC_URL has the name of a host, which passkeys are for');
  }
  if (Number(values['WORKERS']) > 1 && environment['PACKAGES_URL']?.startsWith('memory:') === true) {
    faults.push('WORKERS must be 1 where packages are kept in memory');
  }
  for (const name of ['MIRROR_FROM', 'UPSTREAM']) {
    if (values[name] !== undefined && values[name] === values['PUBLIC_URL'])
      faults.push(`${name} must be another registry than this one, which PUBLIC_URL names`);
  }
  if (isOnS3(values['PACKAGES_URL']) && Number(values['PACKAGE_BYTES_MAX']) > uploadBytesMaxOfS3) {
    faults.push(`PACKAGE_BYTES_MAX must be at most ${uploadBytesMaxOfS3} where packages are on S3`);
  }
  if (faults.length > 0) throw new ConfigError(faults.join('; ').replace(/[^?]$/, '$&.'));
  return values;
};

/** What is ignored unless one of the settings before it is given: an operator would believe that it is in force. */
const meaninglessWithout: readonly (readonly [others: readonly string[], names: readonly string[]])[] = [
  [['OIDC_ISSUER'], ['OIDC_CLIENT_SECRET', 'OIDC_NAME', 'OIDC_SCOPES', 'OIDC_GROUPS_CLAIM', 'OIDC_GROUPS']],
  [['OIDC_GROUPS'], ['OIDC_GROUPS_CLAIM']],
  [['MIRROR_FROM'], ['MIRROR_PACKAGES', 'MIRROR_NODES']],
  [['UPSTREAM'], ['UPSTREAM_EXCEPT']],
  [['MIRROR_FROM', 'UPSTREAM'], ['SYNC_INTERVAL']],
];

/** Of one upload, and of one copy: https://docs.aws.amazon.com/AmazonS3/latest/userguide/upload-objects.html */
const uploadBytesMaxOfS3 = 5 * 2 ** 30;

const isOnS3 = (location: unknown): boolean => (location as Config['PACKAGES_URL'])?.kind === 's3';

const isFolder = (from: unknown): boolean => typeof from === 'string' && !/^https?:/.test(from);

const faultsOfProvider = (values: Readonly<Record<string, unknown>>): string[] => {
  const issuer = values['OIDC_ISSUER'] as string | undefined;
  if ((issuer === undefined) !== (values['OIDC_CLIENT_ID'] === undefined)) {
    return ['OIDC_ISSUER and OIDC_CLIENT_ID must be given together'];
  }
  if (issuer === undefined) {
    return values['SIGN_IN'] === 'oidc' ? ['SIGN_IN=oidc needs OIDC_ISSUER and OIDC_CLIENT_ID'] : [];
  }
  return issuer.startsWith('https:') || values['OUTBOUND_PRIVATE'] === 'yes'
    ? []
    : ['OIDC_ISSUER must begin with https:// unless OUTBOUND_PRIVATE is yes'];
};

/**
 * Reads the settings from the environment; an empty value counts as absent. Creates `DATA_DIR`, and the secret in it
 * if none is given, and closes both to other users. Throws ConfigError with a sentence for each invalid value.
 */
export const readConfig = (environment: Environment): Config => {
  const values = requireSettings(environment);
  const dataDir = prepareFolder(resolve(String(values['DATA_DIR'])));
  return {
    ...values,
    DATA_DIR: dataDir,
    DATABASE_URL: values['DATABASE_URL'] ?? `sqlite:${databaseIn(dataDir)}`,
    SECRET: values['SECRET'] ?? keptSecret(dataDir),
    EMAIL_DOMAIN_CHECK: values['EMAIL_DOMAIN_CHECK'] ?? (isFirstLook(values) ? 'off' : 'on'),
    EMAIL_VERIFICATION: values['EMAIL_VERIFICATION'] ?? (isFirstLook(values) ? 'off' : 'required'),
  } as Config;
};

/** The database in a `DATA_DIR` where no other is set. */
export const databaseIn = (dataDir: string): string => join(dataDir, 'registry.db');

/** A first look at the registry on one's own machine needs no mail server. */
const isFirstLook = (values: Readonly<Record<string, unknown>>): boolean =>
  values['MAIL_URL'] === undefined && isLoopback(hostOf(values));

/** Where clients reach the server. */
const hostOf = (values: Readonly<Record<string, unknown>>): string => {
  const { HOST = '', PUBLIC_URL } = values as Partial<Config>;
  return PUBLIC_URL === undefined ? HOST : new URL(PUBLIC_URL).hostname;
};

/** The environment for a command that creates no moderator, or another one than the settings name. */
export const withoutModerator = (environment: Environment): Environment => ({
  ...environment,
  ADMIN_EMAIL: '',
  ADMIN_PASSWORD: '',
  ADMIN_PASSWORD_FILE: '',
});

/** Each setting in force as a line of an environment file, secrets masked, with where it comes from. */
export const describeConfig = (environment: Environment): string[] =>
  Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    const written = writtenOf(name, setting, environment);
    if (written instanceof ConfigFault) return `# ${name} ${written.sentence}`;
    const { text: value, from } = written;
    if (value === undefined) return `# ${name}=`;
    const shown = setting.isSecret ? masked(name, value, setting) : value;
    return from === 'default'
      ? `# ${name}=${shown}`
      : `${name}=${shown}${from === 'file' ? ' # from its file' : ''}`;
  });

/** Of a URL, only the password is secret; where what is written is not one, all of it may be. */
const masked = (name: string, value: string, { parse }: Setting<unknown>): string => {
  if (!name.endsWith('_URL') || parse(value) instanceof ConfigFault) return '***';
  const url = new URL(value);
  const inQuery = url.searchParams.has('password');
  if (url.password === '' && !inQuery) return value;
  if (url.password !== '') url.password = '***';
  if (inQuery) url.searchParams.set('password', '***');
  return url.href;
};

/** Only the profile of the settings, for a client of a server. Throws ConfigError. */
export const readProfile = ({ HOST_PROFILE }: Readonly<Record<string, string | undefined>>): Profile =>
  readAs('HOST_PROFILE', 'HOST_PROFILE', HOST_PROFILE || settings.HOST_PROFILE.default || '');

/** Parses a value of the setting `name` from another source than its variable. Throws ConfigError. */
export const readAs = <Name extends keyof Settings>(
  setting: Name,
  name: string,
  written: string,
): Value<Name> => {
  const value = settings[setting].parse(written);
  if (value instanceof ConfigFault) throw new ConfigError(`${name} ${value.sentence}.`);
  return value as Value<Name>;
};

const prepareFolder = (folder: string): string => {
  try {
    makePrivateFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return folder;
  } catch (error) {
    if (error instanceof NotPrivateError)
      throw new ConfigError(`DATA_DIR: ${error.message}`, { cause: error });
    throw new ConfigError(`DATA_DIR must be a folder that can be written, which ${folder} is not.`, {
      cause: error,
    });
  }
};

const keptSecret = (dataDir: string): string => {
  const path = join(dataDir, 'secret');
  if (!existsSync(path)) {
    // Renamed into place, so that a process killed here never leaves half a secret.
    const fresh = `${path}.${process.pid}`;
    try {
      writeFileSync(fresh, randomBytes(32).toString('base64url'), { mode: privateModes.file, flush: true });
      renameSync(fresh, path);
    } finally {
      rmSync(fresh, { force: true });
    }
  }
  closeToOthers(path, privateModes.file);
  return readFileSync(path, 'utf8').trim();
};

/** Why a server cannot listen, as an operator reads it; the error itself where it is no matter of settings. */
export const listenError = (error: unknown, { HOST, PORT }: Config): unknown => {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return new ConfigError(`PORT ${PORT} is in use; set another one.`);
  if (code === 'EACCES') return new ConfigError(`PORT ${PORT} needs more rights than this process has.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new ConfigError(`HOST ${HOST} is not an address of this machine.`);
  }
  return error;
};
