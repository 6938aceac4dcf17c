import { resolve } from 'node:path';

export interface S3Location {
  kind: 's3';
  bucket: string;
  /** The prefix of every key: empty, or ending in a slash. */
  prefix: string;
  endpoint: string | undefined;
  region: string | undefined;
  forcePathStyle: boolean;
}

/** The location of the package store, as its URL describes it. */
export type PackagesLocation = { kind: 'file'; folder: string } | { kind: 'memory' } | S3Location;

/** The forms of such a URL, for an operator. */
export const packagesUrlForms =
  'file:<folder>, s3://<bucket>/<prefix>?endpoint=<address>&region=<name>&forcePathStyle=<true or false>, or memory:';

/** The location that `text` describes, or undefined if it has none of `packagesUrlForms`. */
export const parsePackagesUrl = (text: string): PackagesLocation | undefined => {
  if (text === 'memory:') return { kind: 'memory' };
  const [, folder] = /^file:(?:\/\/)?(.+)$/.exec(text) ?? [];
  if (folder !== undefined) return { kind: 'file', folder: resolve(folder) };
  return URL.canParse(text) ? parseS3Url(new URL(text)) : undefined;
};

const s3Parameters = new Set(['endpoint', 'region', 'forcePathStyle']);

const parseS3Url = (url: URL): S3Location | undefined => {
  const { protocol, hostname, pathname, searchParams } = url;
  const endpoint = searchParams.get('endpoint') ?? undefined;
  // Virtual-hosted buckets need a wildcard in DNS, which few stores except the original have.
  const style = searchParams.get('forcePathStyle') ?? String(endpoint !== undefined);
  const isWhole =
    protocol === 's3:' &&
    hostname !== '' &&
    // The keys come from where the SDK reads them.
    hasNoPassword(url) &&
    [...searchParams.keys()].every((name) => s3Parameters.has(name)) &&
    (endpoint === undefined || isEndpoint(endpoint)) &&
    /^(?:true|false)$/.test(style);
  const prefix = decode(pathname)?.replaceAll(/^\/+|\/+$/g, '');
  if (!isWhole || prefix === undefined) return undefined;
  return {
    kind: 's3',
    bucket: hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint,
    region: searchParams.get('region') ?? (endpoint === undefined ? undefined : 'us-east-1'),
    forcePathStyle: style === 'true',
  };
};

/** Undefined if it is not percent-encoded as it must be. */
const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

const isEndpoint = (text: string): boolean =>
  /^https?:\/\/[^/]/.test(text) && URL.canParse(text) && hasNoPassword(new URL(text));

const hasNoPassword = ({ username, password }: URL): boolean => username === '' && password === '';
