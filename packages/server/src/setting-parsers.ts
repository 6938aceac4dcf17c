import { type KeyObject, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import {
  type IssuerKind,
  type MemberRole,
  type Profile,
  ProfileError,
  builtInProfiles,
  limits,
  memberRoles,
  parseProfile,
} from '@patchbay/contract';
import { isNodeId } from '@patchbay/contract/valid-identifiers';
import { isMailAddress } from './mail/mail-settings.ts';
import { type PackagesLocation, packagesUrlForms, parsePackagesUrl } from './packages/blobs/packages-url.ts';
import { ConfigFault } from './setting.ts';

// How the values of settings are read. Each returns the value, or a sentence about what is wrong.

export const integer =
  (min: number, max: number) =>
  (value: string): number | ConfigFault =>
    /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max
      ? Number(value)
      : new ConfigFault(`must be a whole number from ${min} to ${max}`);

export const oneOf =
  <const Values extends readonly string[]>(...values: Values) =>
  (value: string): Values[number] | ConfigFault =>
    values.includes(value) ? value : new ConfigFault(`must be one of ${values.join(', ')}`);

export const httpUrl = (value: string): string | ConfigFault => {
  const form = 'must be an address like https://registry.example.org';
  if (!URL.canParse(value)) return new ConfigFault(form);
  const { protocol, username, password, search, hash } = new URL(value);
  if (!/^https?:$/.test(protocol)) return new ConfigFault(form);
  if (username !== '' || password !== '') return new ConfigFault(`${form}, without a user and a password`);
  if (search !== '' || hash !== '' || /[?#]$/.test(value)) {
    return new ConfigFault(`${form}, without a query and a fragment`);
  }
  // As browsers write it: addresses are compared with theirs, and are sent in headers.
  return new URL(value).href.replace(/\/+$/, '');
};

/** An address to listen on, or a name of one. */
export const listenHost = (value: string): string | ConfigFault =>
  (isIP(value) !== 0 && !value.includes('%')) || /^[a-z0-9._-]+$/i.test(value)
    ? value
    : new ConfigFault('must be an address like 127.0.0.1 or ::1, or a name, and nothing besides');

export const text = (value: string): string | ConfigFault =>
  value.trim() === '' ? new ConfigFault('must not be blank') : value;

/** Networks that the library knows by name. */
const networkNames = new Set(['loopback', 'linklocal', 'uniquelocal']);

export const trustedProxies = (value: string): boolean | string | ConfigFault => {
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

export const databaseUrl = (value: string): string | ConfigFault =>
  /^sqlite:.*\S/.test(value) || isPostgresUrl(value)
    ? value
    : new ConfigFault(`must be ${postgresForm}, or sqlite:<path>`);

export const replicaUrl = (value: string): string | ConfigFault =>
  isPostgresUrl(value) ? value : new ConfigFault(`must be ${postgresForm}`);

const postgresForm = 'postgres://<user>:<password>@<host>/<database>, user and password percent-encoded';

const isPostgresUrl = (value: string): boolean => /^postgres(ql)?:\/\/./.test(value) && URL.canParse(value);

export const profile = (nameOrPath: string): Profile | ConfigFault => {
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

export const packagesUrl = (value: string): PackagesLocation | ConfigFault =>
  parsePackagesUrl(value) ?? new ConfigFault(`must be ${packagesUrlForms}`);

export const hostNames = (value: string): readonly string[] | ConfigFault => {
  const hosts = value.split(',').map((host) => host.trim().toLowerCase());
  return hosts.every((host) => /^[a-z0-9.-]+(:\d+)?$/.test(host))
    ? hosts
    : new ConfigFault('must be names of hosts, separated by commas');
};

export const nameServers = (value: string): readonly string[] | ConfigFault => {
  const servers = value.split(',').map((server) => server.trim());
  return servers.every((server) => {
    const [, six, four, port = '53'] = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::(\d{1,5}))?$/i.exec(server) ?? [];
    return isIP(six ?? four ?? server) !== 0 && Number(port) > 0 && Number(port) < 65_536;
  })
    ? servers
    : new ConfigFault('must be addresses like 9.9.9.9, 127.0.0.1:5353 or [::1]:53, separated by commas');
};

/** Who signs the tokens of CI jobs, and whose claims they have. */
export type TrustedIssuer = { [Kind in IssuerKind]: { url: string; kind: Kind } }[IssuerKind];

const wellKnownIssuers: ReadonlyMap<string, TrustedIssuer> = new Map([
  ['github', { kind: 'github', url: 'https://token.actions.githubusercontent.com' }],
  ['gitlab', { kind: 'gitlab', url: 'https://gitlab.com' }],
]);

export const trustedIssuers = (value: string): readonly TrustedIssuer[] | ConfigFault => {
  if (value === 'none') return [];
  const issuers = value.split(',').map((part) => issuerOf(part.trim()));
  const urls = new Set(issuers.map((issuer) => issuer?.url));
  return issuers.every((issuer) => issuer !== undefined) && urls.size === issuers.length
    ? issuers
    : new ConfigFault(
        'must be none, or github, gitlab and URLs, separated by commas, each once; github= or gitlab= before a URL says whose claims its tokens have',
      );
};

/** The URL stays as it is written: tokens have it letter by letter. */
const issuerOf = (text: string): TrustedIssuer | undefined => {
  const [, kind = 'other', url = ''] = /^(?:(github|gitlab)=)?(https?:\/\/[^\s?#@]+)$/.exec(text) ?? [];
  if (!URL.canParse(url)) return wellKnownIssuers.get(text);
  return { kind: kind as IssuerKind, url };
};

export const httpUrlOrNone = (value: string): string | undefined | ConfigFault =>
  value === 'none' ? undefined : httpUrl(value);

export const contact = (value: string): string | ConfigFault =>
  /^(?:mailto:[^@\s]+@[^@\s]+|https:\/\/[^\s]+)$/.test(value)
    ? value
    : new ConfigFault('must be mailto:<address> or the https address of a page');

export const longSecret = (value: string): string | ConfigFault =>
  value.length >= 32 ? value : new ConfigFault('must be at least 32 characters long');

export const bearerToken = (value: string): string | ConfigFault =>
  /^\S{32,}$/.test(value)
    ? value
    : new ConfigFault('must be at least 32 characters long, none of them a space');

export const emailAddress = (value: string): string | ConfigFault =>
  isMailAddress(value) ? value : new ConfigFault('must be an e-mail address');

export const password = (value: string): string | ConfigFault =>
  value.length >= limits.passwordCharsMin && value.length <= limits.passwordCharsMax
    ? value
    : new ConfigFault(`must be ${limits.passwordCharsMin} to ${limits.passwordCharsMax} characters long`);

/** The URL of a registry, or a folder with a set of one. */
export const registryOrFolder = (value: string): string | ConfigFault =>
  /^[a-z]+:\/\//i.test(value) ? httpUrl(value) : resolve(value);

export const nodeIds = (value: string): readonly string[] | ConfigFault => {
  const ids = value.split(',').map((id) => id.trim());
  return ids.every(isNodeId) ? ids : new ConfigFault('must be ids of nodes, separated by commas');
};

/** Ids of nodes in lower case, or what they begin with before a star. */
export const nodeIdForms = (value: string): readonly string[] | ConfigFault => {
  const forms = value.split(',').map((form) => form.trim().toLowerCase());
  return forms.every((form) => /^[a-z0-9][a-z0-9._-]*\*?$/.test(form))
    ? forms
    : new ConfigFault('must be ids of nodes, or what they begin with and a star, separated by commas');
};

/** An Ed25519 public key, by the path of its file. A private key is refused: it has no business where sets are read. */
export const publicKey = (path: string): KeyObject | ConfigFault => {
  const fault = new ConfigFault('must be the path of an Ed25519 public key in PEM form');
  try {
    const pem = readFileSync(path, 'utf8');
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'ed25519' && !pem.includes('PRIVATE KEY') ? key : fault;
  } catch {
    return fault;
  }
};

/** The issuer of an OpenID Connect provider, as written: a slash at its end belongs to it. */
export const issuerUrl = (value: string): string | ConfigFault => {
  const url = httpUrl(value);
  return typeof url === 'string' ? value : url;
};

/** What an OpenID Connect provider is asked for. */
export const scopes = (value: string): string | ConfigFault => {
  const words = value.trim().split(/\s+/);
  return words.includes('openid') ? words.join(' ') : new ConfigFault('must contain openid');
};

/** A group of the provider that is a member of a publisher. */
export interface GroupRole {
  group: string;
  publisherId: string;
  role: MemberRole;
}

const groupRolesForm =
  'must be <group>=<publisher>:<role>, separated by commas, where the role is member or owner, and %2C is a comma in a group';

export const groupRoles = (value: string): readonly GroupRole[] | ConfigFault => {
  const read = value.split(',').map((part): GroupRole | undefined => {
    // A name of a group may contain any of these signs.
    const [, group = '', publisherId = '', written] = /^(.+)=([^=:]+):([a-z]+)$/.exec(part.trim()) ?? [];
    const role = memberRoles.find((one) => one === written);
    return group === '' || role === undefined
      ? undefined
      : { group: group.replaceAll(/%2c/gi, ','), publisherId, role };
  });
  return read.every((one) => one !== undefined) ? read : new ConfigFault(groupRolesForm);
};
