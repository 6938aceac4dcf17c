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

const parseS3Url = ({ protocol, hostname, pathname, searchParams }: URL): S3Location | undefined => {
  const endpoint = searchParams.get('endpoint') ?? undefined;
  // Virtual-hosted buckets need a wildcard in DNS, which few stores except the original have.
  const style = searchParams.get('forcePathStyle') ?? String(endpoint !== undefined);
  const isWhole =
    protocol === 's3:' &&
    hostname !== '' &&
    [...searchParams.keys()].every((name) => s3Parameters.has(name)) &&
    (endpoint === undefined || /^https?:\/\/[^/]/.test(endpoint)) &&
    /^(?:true|false)$/.test(style);
  if (!isWhole) return undefined;
  const prefix = decodeURIComponent(pathname).replaceAll(/^\/+|\/+$/g, '');
  return {
    kind: 's3',
    bucket: hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint,
    region: searchParams.get('region') ?? (endpoint === undefined ? undefined : 'us-east-1'),
    forcePathStyle: style === 'true',
  };
};
