import { mailFrom, mailUrl } from './mail/mail-settings.ts';
import {
  bearerToken,
  contact,
  databaseUrl,
  emailAddress,
  hostNames,
  httpUrl,
  httpUrlOrNone,
  integer,
  listenHost,
  longSecret,
  nodeIdForms,
  nodeIds,
  oneOf,
  packagesUrl,
  password,
  profile,
  publicKey,
  registryOrFolder,
  replicaUrl,
  text,
  trustedIssuers,
  trustedProxies,
} from './setting-parsers.ts';
import { secret, setting } from './setting.ts';
import { signInSettings } from './sign-in-settings.ts';

export { ConfigFault, type Setting } from './setting.ts';
export type { TrustedIssuer } from './setting-parsers.ts';

/** All settings: environment variable, meaning, default. */
export const settings = {
  HOST: setting('The address to listen on.', '127.0.0.1', listenHost),
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
  SECRET: secret(
    'Signs upload URLs and links, and encrypts the secrets of authenticator apps and webhooks; by default created once and stored in `DATA_DIR/secret`.',
    longSecret,
  ),
  SECURITY_CONTACT: setting(
    'Where to report vulnerabilities of this registry: `mailto:<address>` or the URL of a page; served at `/.well-known/security.txt`.',
    undefined,
    contact,
  ),
  MAIL_URL: secret(
    'The mail server: `smtp://<user>:<password>@<host>:<port>`, or `smtps://` where the connection begins with TLS; see [mail](mail.md). Without it, messages are written to `DATA_DIR/outbox`.',
    mailUrl,
  ),
  MAIL_FROM: setting(
    'Who messages are from: an address, or a name and one. Must be set with `MAIL_URL`.',
    'Patchbay <patchbay@registry.invalid>',
    mailFrom,
  ),
  ...signInSettings,
  ADMIN_EMAIL: setting(
    'With `ADMIN_PASSWORD`: the moderator to create at startup if there is none.',
    undefined,
    emailAddress,
  ),
  ADMIN_PASSWORD: secret('The password of the moderator created at startup.', password),
  MODERATION: setting(
    'Whether lifting a ban and making a moderator needs one moderator (`one`) or two (`two`); see [moderation](moderation.md#two-moderators).',
    'one',
    oneOf('one', 'two'),
  ),
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
  TRUSTED_ISSUERS: setting(
    'Whose CI jobs can be [trusted publishers](../trusted-publishing.md): `github`, `gitlab` and the URLs of other issuers of OpenID Connect tokens, separated by commas, or `none`. `github=` or `gitlab=` before a URL says whose claims its tokens have.',
    'github,gitlab',
    trustedIssuers,
  ),
  SECRET_SCANNING_KEYS_URL: setting(
    'The URL of the keys by which a scanner signs its reports of [leaked tokens](../leaked-tokens.md), in the format of GitHub, or `none`.',
    'https://api.github.com/meta/public_keys/secret_scanning',
    httpUrlOrNone,
  ),
  OUTBOUND_PRIVATE: setting(
    'Whether the server may call `CLAIM_HOSTS`, `TRUSTED_ISSUERS`, `SECRET_SCANNING_KEYS_URL`, `PASSWORD_CHECK_URL`, the receivers of webhooks and `OIDC_ISSUER` over plain HTTP and in private networks: `no` or `yes`.',
    'no',
    oneOf('no', 'yes'),
  ),
  MIRROR_FROM: setting(
    'The registry that this one mirrors, by its URL, or the folder of a set; see [mirror and upstream](mirror.md). Nobody can write to a mirror.',
    undefined,
    registryOrFolder,
  ),
  MIRROR_PACKAGES: setting(
    'Which packages a mirror keeps: `all`, those that somebody asked for (`on-demand`), or `none`.',
    'all',
    oneOf('all', 'on-demand', 'none'),
  ),
  MIRROR_NODES: setting(
    'The ids of the nodes to mirror, separated by commas; by default all.',
    undefined,
    nodeIds,
  ),
  MIRROR_VERIFY_KEY: setting(
    'The path of the Ed25519 public key (PEM) with whose private key the set in the folder `MIRROR_FROM` must be signed. By default a set need not be signed.',
    undefined,
    publicKey,
  ),
  UPSTREAM: setting(
    'The URL of a registry behind this one, whose nodes are shown beside those of this one; see [mirror and upstream](mirror.md).',
    undefined,
    httpUrl,
  ),
  UPSTREAM_EXCEPT: setting(
    'Ids of nodes that are never taken from `UPSTREAM`, separated by commas; a star at the end stands for anything, as in `acme-*`.',
    undefined,
    nodeIdForms,
  ),
  SYNC_INTERVAL: setting(
    'The seconds between two looks at the registry that is mirrored or behind this one.',
    '60',
    integer(1, 86_400),
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
  PACKAGE_RATIO_MAX: setting(
    'The maximum ratio of unpacked to packed size, for a package and for each file above 8 MiB in it.',
    '200',
    integer(1, 100_000),
  ),
  STAGING_BYTES_MAX: setting(
    'The maximum size of all uploads that are under way, in bytes; those of one publisher may take a quarter.',
    String(4 * 2 ** 30),
    integer(1, Number.MAX_SAFE_INTEGER),
  ),
  STAGING_FREE_BYTES_MIN: setting(
    'What uploads, and packages of a source, leave free on the disk, in bytes.',
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
