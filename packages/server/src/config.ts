import { accessSync, constants, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { type Profile, ProfileError, builtInProfiles, parseProfile } from '@patchbay/contract';
import { type PackagesLocation, packagesUrlForms, parsePackagesUrl } from './packages/blobs/packages-url.ts';
import { OperatorError } from './operator-error.ts';
import { NotPrivateError, closeToOthers, makePrivateFolder, privateModes } from './private-files.ts';

interface Setting<T> {
  /** One sentence for operators. */
  means: string;
  /** As written in the environment. Undefined if the setting is optional. */
  default: string | undefined;
  /** The value, or a sentence about what is wrong. */
  parse: (text: string) => T | ConfigFault;
}

class ConfigFault {
  readonly sentence: string;
  constructor(sentence: string) {
    this.sentence = sentence;
  }
}

/** The environment contains an invalid value. The message names it and says why. */
export class ConfigError extends OperatorError {}

const setting = <T>(
  means: string,
  fallback: string | undefined,
  parse: (text: string) => T | ConfigFault,
): Setting<T> => ({ means, default: fallback, parse });

const text = (value: string) => value;

const integer =
  (min: number, max: number) =>
  (value: string): number | ConfigFault =>
    /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max
      ? Number(value)
      : new ConfigFault(`must be a whole number from ${min} to ${max}`);

const oneOf =
  <const Values extends readonly string[]>(...values: Values) =>
  (value: string): Values[number] | ConfigFault =>
    values.includes(value) ? value : new ConfigFault(`must be one of ${values.join(', ')}`);

const httpUrl = (value: string): string | ConfigFault =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
    ? value.replace(/\/+$/, '')
    : new ConfigFault('must be an address like https://registry.example.org');

const databaseUrl = (value: string): string | ConfigFault =>
  /^(postgres(ql)?:\/\/|sqlite:)./.test(value)
    ? value
    : new ConfigFault('must be postgres://<user>:<password>@<host>/<database> or sqlite:<path>');

const replicaUrl = (value: string): string | ConfigFault =>
  /^postgres(ql)?:\/\/./.test(value)
    ? value
    : new ConfigFault('must be postgres://<user>:<password>@<host>/<database>');

const profile = (nameOrPath: string): Profile | ConfigFault => {
  const builtIn = Object.values<Profile>(builtInProfiles).find(({ name }) => name === nameOrPath);
  if (builtIn !== undefined) return builtIn;
  try {
    return parseProfile(JSON.parse(readFileSync(nameOrPath, 'utf8')));
  } catch (error) {
    if (error instanceof ProfileError) return new ConfigFault(`is no profile: ${error.message}`);
    const names = Object.keys(builtInProfiles).join(', ');
    return new ConfigFault(`must be one of ${names}, or a file that holds a profile as JSON`);
  }
};

const packagesUrl = (value: string): PackagesLocation | ConfigFault =>
  parsePackagesUrl(value) ?? new ConfigFault(`must be ${packagesUrlForms}`);

const hostNames = (value: string): readonly string[] | ConfigFault => {
  const hosts = value.split(',').map((host) => host.trim().toLowerCase());
  return hosts.every((host) => /^[a-z0-9.-]+(:\d+)?$/.test(host))
    ? hosts
    : new ConfigFault('must be names of hosts, separated by commas');
};

const longSecret = (value: string): string | ConfigFault =>
  value.length >= 32 ? value : new ConfigFault('must be at least 32 characters long');

const bearerToken = (value: string): string | ConfigFault =>
  /^\S{32,}$/.test(value)
    ? value
    : new ConfigFault('must be at least 32 characters long, none of them a space');

/** The addresses that the accounts library accepts for signing in. */
const emailPattern = /^[\w'+-]+(\.[\w'+-]+)*(?<!')@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

const emailAddress = (value: string): string | ConfigFault =>
  emailPattern.test(value) && value.length <= 320 ? value : new ConfigFault('must be an e-mail address');

const password = (value: string): string | ConfigFault =>
  value.length >= 8 && value.length <= 128 ? value : new ConfigFault('must be 8 to 128 characters long');

/** All settings: environment variable, meaning, default. */
export const settings = {
  HOST: setting('The address to listen on.', '127.0.0.1', text),
  PORT: setting('The port to listen on; 0 selects a free one.', '8080', integer(0, 65_535)),
  PUBLIC_URL: setting(
    'The URL at which clients reach the server; by default derived from `HOST` and `PORT`.',
    undefined,
    httpUrl,
  ),
  WORKERS: setting('The number of server processes behind the port.', '1', integer(1, 64)),
  DATA_DIR: setting('The folder that holds the database, the packages and the secret.', './data', text),
  DATABASE_URL: setting(
    'The database: `postgres://<user>:<password>@<host>/<database>` or `sqlite:<path>`; by default SQLite in `DATA_DIR`.',
    undefined,
    databaseUrl,
  ),
  DATABASE_REPLICA_URL: setting(
    'A replica of the PostgreSQL at `DATABASE_URL`; serves requests without a bearer token while it is available.',
    undefined,
    replicaUrl,
  ),
  DATABASE_CONNECTIONS: setting(
    'The maximum number of PostgreSQL connections for reading.',
    '10',
    integer(1, 1_000),
  ),
  PACKAGES_URL: setting(
    'The package store: `file:<folder>`, or `s3://<bucket>/<prefix>?endpoint=…&region=…&forcePathStyle=…`; by default `DATA_DIR/packages`.',
    undefined,
    packagesUrl,
  ),
  PACKAGES_PUBLIC_URL: setting(
    'The public URL of the stored packages, for example of a CDN; downloads are redirected there.',
    undefined,
    httpUrl,
  ),
  SECRET: setting(
    'Signs upload URLs; by default created once and stored in `DATA_DIR/secret`.',
    undefined,
    longSecret,
  ),
  SIGN_UP: setting('Whether strangers may sign up: `open` or `closed`.', 'open', oneOf('open', 'closed')),
  ADMIN_EMAIL: setting(
    'With `ADMIN_PASSWORD`: the moderator to create at startup if there is none.',
    undefined,
    emailAddress,
  ),
  ADMIN_PASSWORD: setting('The password of the moderator created at startup.', undefined, password),
  FIRST_VERSION: setting(
    'Whether the first version of a publisher becomes Active once the checks pass (`check`), or waits for a moderator (`review`).',
    'check',
    oneOf('check', 'review'),
  ),
  HOST_PROFILE: setting(
    'The host’s names on the wire and the compatibility flags of its clients: `app`, `comfyui`, or a file as described in [profiles](../profiles.md).',
    'app',
    profile,
  ),
  APP_NODE_UPDATES: setting(
    'Whether updating an app-node needs a bearer token (`required`) or none (`open`), for a server in a closed network. A web page always needs one.',
    'required',
    oneOf('required', 'open'),
  ),
  CLAIM_HOSTS: setting(
    'The hosts of repositories that prove a claim to a node, separated by commas, each with its port unless it is 443.',
    'github.com,raw.githubusercontent.com,gitlab.com,codeberg.org,bitbucket.org',
    hostNames,
  ),
  OUTBOUND_PRIVATE: setting(
    'Whether the server may call `CLAIM_HOSTS` over plain HTTP and in private networks: `no` or `yes`.',
    'no',
    oneOf('no', 'yes'),
  ),
  PACKAGE_BYTES_MAX: setting(
    'The maximum size of a package, in bytes.',
    String(100 * 2 ** 20),
    integer(1, Number.MAX_SAFE_INTEGER),
  ),
  PACKAGE_UNPACKED_BYTES_MAX: setting(
    'The maximum size of an unpacked package, in bytes.',
    String(2 ** 30),
    integer(1, Number.MAX_SAFE_INTEGER),
  ),
  PACKAGE_ENTRIES_MAX: setting('The maximum number of entries in a package.', '20000', integer(1, 65_535)),
  PACKAGE_RATIO_MAX: setting('The maximum ratio of unpacked to packed size.', '200', integer(1, 100_000)),
  STAGING_BYTES_MAX: setting(
    'The maximum size of all uploads that are under way, in bytes; those of one publisher may take a quarter.',
    String(4 * 2 ** 30),
    integer(1, Number.MAX_SAFE_INTEGER),
  ),
  STAGING_FREE_BYTES_MIN: setting(
    'What uploads leave free on the disk, in bytes.',
    String(256 * 2 ** 20),
    integer(0, Number.MAX_SAFE_INTEGER),
  ),
  UPLOAD_READ_MS: setting(
    'How much processor time, in milliseconds, the reading of a package may take before its upload is answered. What needs longer is read afterwards, and its version stays Pending until then.',
    '1000',
    integer(0, 60_000),
  ),
  READERS: setting(
    'Whether the processes that read packages must be cut off from the network, files and other processes (`isolated`: the server refuses to start where the system cannot), or are as far as the system can (`best-effort`).',
    'best-effort',
    oneOf('isolated', 'best-effort'),
  ),
  CACHE_BYTES: setting(
    'The maximum size of the response cache, in bytes; 0 disables it.',
    String(128 * 2 ** 20),
    integer(0, Number.MAX_SAFE_INTEGER),
  ),
  CONNECTIONS_MAX: setting(
    'The maximum number of client connections of a process.',
    '10000',
    integer(10, 1_000_000),
  ),
  CONNECTIONS_PER_ADDRESS: setting(
    'The maximum number of client connections of a process for one IPv4 address or IPv6 network (/64). Proxies of `TRUST_PROXY` may have any number.',
    '256',
    integer(1, 1_000_000),
  ),
  REQUEST_TIMEOUT: setting(
    'The maximum time in seconds for a JSON request to arrive, and for a client to be idle while it reads a response.',
    '30',
    integer(1, 3_600),
  ),
  RATE_LIMITS: setting(
    'Whether requests are limited by the [rates](../limits.md#rates) (`on`) or not at all (`off`), for a server in a closed network.',
    'on',
    oneOf('on', 'off'),
  ),
  METRICS_TOKEN: setting(
    'The bearer token for `GET /metrics`; without it, anyone may read the metrics.',
    undefined,
    bearerToken,
  ),
  LOG_LEVEL: setting(
    'The minimum severity of log lines.',
    'info',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  ),
  TRUST_PROXY: setting(
    'Whether to trust `X-Forwarded-*`: `no`, `yes` for one proxy of any address, or the addresses of the proxies, separated by commas.',
    'no',
    (value) => ({ no: false, yes: true })[value] ?? value,
  ),
} as const;

type Settings = typeof settings;
type Value<Name extends keyof Settings> = Exclude<ReturnType<Settings[Name]['parse']>, ConfigFault>;

type Optional =
  | 'PUBLIC_URL'
  | 'DATABASE_REPLICA_URL'
  | 'PACKAGES_URL'
  | 'PACKAGES_PUBLIC_URL'
  | 'METRICS_TOKEN'
  | 'ADMIN_EMAIL'
  | 'ADMIN_PASSWORD';

/** The settings as the server uses them. */
export type Config = { readonly [Name in Exclude<keyof Settings, Optional>]: Value<Name> } & {
  readonly [Name in Optional]: Value<Name> | undefined;
};

/**
 * Reads the settings from the environment; an empty value counts as absent. Creates `DATA_DIR`, and the secret in it
 * if none is given, and closes both to other users. Throws ConfigError with a sentence for each invalid value.
 */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config => {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { default: fallback, parse }] of Object.entries<Setting<unknown>>(settings)) {
    const written = environment[name] === '' ? undefined : environment[name];
    const given = written ?? fallback;
    const value = given === undefined ? undefined : parse(given);
    if (value instanceof ConfigFault) faults.push(`${name} ${value.sentence}`);
    else values[name] = value;
  }
  if ((values['ADMIN_EMAIL'] === undefined) !== (values['ADMIN_PASSWORD'] === undefined)) {
    faults.push('ADMIN_EMAIL and ADMIN_PASSWORD must be given together');
  }
  if (
    values['DATABASE_REPLICA_URL'] !== undefined &&
    !String(values['DATABASE_URL']).startsWith('postgres')
  ) {
    faults.push('DATABASE_REPLICA_URL must be given together with a DATABASE_URL of PostgreSQL');
  }
  if (Number(values['WORKERS']) > 1 && environment['PACKAGES_URL']?.startsWith('memory:') === true) {
    faults.push('WORKERS must be 1 where packages are kept in memory');
  }
  if (faults.length > 0) throw new ConfigError(`${faults.join('; ')}.`);
  const dataDir = prepareFolder(resolve(String(values['DATA_DIR'])));
  return {
    ...values,
    DATA_DIR: dataDir,
    DATABASE_URL: values['DATABASE_URL'] ?? `sqlite:${join(dataDir, 'registry.db')}`,
    SECRET: values['SECRET'] ?? keptSecret(dataDir),
  } as Config;
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
    writeFileSync(fresh, randomBytes(32).toString('base64url'), { mode: privateModes.file, flush: true });
    renameSync(fresh, path);
  }
  closeToOthers(path, privateModes.file);
  return readFileSync(path, 'utf8').trim();
};
