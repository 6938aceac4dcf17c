import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { type Profile, ProfileError, builtInProfiles, parseProfile } from '@patchbay/contract';
import { type PackagesLocation, packagesUrlForms, parsePackagesUrl } from './packages/blobs/packages-url.ts';

export interface Setting<T> {
  /** One sentence for operators. */
  means: string;
  /** As written in the environment. Undefined if the setting is optional. */
  default: string | undefined;
  /** The value, or a sentence about what is wrong. */
  parse: (text: string) => T | ConfigFault;
  /** Whether nobody may read it. It may then lie in a file, which the variable with `_FILE` names. */
  isSecret: boolean;
}

export class ConfigFault {
  readonly sentence: string;
  constructor(sentence: string) {
    this.sentence = sentence;
  }
}

const setting = <T>(
  means: string,
  fallback: string | undefined,
  parse: (text: string) => T | ConfigFault,
): Setting<T> => ({ means, default: fallback, parse, isSecret: false });

const secret = <T>(means: string, parse: (text: string) => T | ConfigFault): Setting<T> => ({
  means,
  default: undefined,
  parse,
  isSecret: true,
});

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

const httpUrl = (value: string): string | ConfigFault => {
  const form = 'must be an address like https://registry.example.org';
  if (!URL.canParse(value)) return new ConfigFault(form);
  const { protocol, username, password, search, hash } = new URL(value);
  if (!/^https?:$/.test(protocol)) return new ConfigFault(form);
  if (username !== '' || password !== '') return new ConfigFault(`${form}, without a user and a password`);
  if (search !== '' || hash !== '' || /[?#]$/.test(value)) {
    return new ConfigFault(`${form}, without a query and a fragment`);
  }
  return value.replace(/\/+$/, '');
};

/** Networks that the library knows by name. */
const networkNames = new Set(['loopback', 'linklocal', 'uniquelocal']);

const trustedProxies = (value: string): boolean | string | ConfigFault => {
  if (value === 'no' || value === 'yes') return value === 'yes';
  const isNetwork = (text: string): boolean => {
    const [address = '', size = '0', ...others] = text.split('/');
    const bitsMax = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    return others.length === 0 && /^\d{1,3}$/.test(size) && Number(size) <= bitsMax;
  };
  const parts = value.split(',').map((part) => part.trim());
  return parts.every((part) => networkNames.has(part) || isNetwork(part))
    ? value
    : new ConfigFault(
        'must be no, yes for one proxy of any address, or the addresses and networks of proxies, like 10.0.0.7, 10.1.0.0/16',
      );
};

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

const contact = (value: string): string | ConfigFault =>
  /^(?:mailto:[^@\s]+@[^@\s]+|https:\/\/[^\s]+)$/.test(value)
    ? value
    : new ConfigFault('must be mailto:<address> or the https address of a page');

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
  DATABASE_URL: secret(
    'The database: `postgres://<user>:<password>@<host>/<database>` or `sqlite:<path>`; by default SQLite in `DATA_DIR`.',
    databaseUrl,
  ),
  DATABASE_REPLICA_URL: secret(
    'A replica of the PostgreSQL at `DATABASE_URL`; serves requests without a bearer token while it is available.',
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
  SECRET: secret('Signs upload URLs; by default created once and stored in `DATA_DIR/secret`.', longSecret),
  SECURITY_CONTACT: setting(
    'Where to report vulnerabilities of this registry: `mailto:<address>` or the URL of a page; served at `/.well-known/security.txt`.',
    undefined,
    contact,
  ),
  SIGN_UP: setting('Whether strangers may sign up: `open` or `closed`.', 'open', oneOf('open', 'closed')),
  ADMIN_EMAIL: setting(
    'With `ADMIN_PASSWORD`: the moderator to create at startup if there is none.',
    undefined,
    emailAddress,
  ),
  ADMIN_PASSWORD: secret('The password of the moderator created at startup.', password),
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
  METRICS_TOKEN: secret(
    'The bearer token for `GET /metrics`; without it, anyone may read the metrics.',
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
    trustedProxies,
  ),
} as const;
