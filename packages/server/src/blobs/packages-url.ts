import { resolve } from 'node:path';

export interface S3Location {
  kind: 's3';
  bucket: string;
  /** Of every key: empty, or with a slash at its end. */
  prefix: string;
  endpoint: string | undefined;
  region: string | undefined;
  forcePathStyle: boolean;
}

/** Where packages are kept, as an address says it. */
export type PackagesLocation = { kind: 'file'; folder: string } | { kind: 'memory' } | S3Location;

/** How such an address is written, for an operator. */
export const packagesUrlForms =
  'file:<folder>, s3://<bucket>/<prefix>?endpoint=<address>&region=<name>&forcePathStyle=<true or false>, or memory:';

/** The place that `text` names, or undefined when it is not of `packagesUrlForms`. */
export const parsePackagesUrl = (text: string): PackagesLocation | undefined => {
  if (text === 'memory:') return { kind: 'memory' };
  const [, folder] = /^file:(?:\/\/)?(.+)$/.exec(text) ?? [];
  if (folder !== undefined) return { kind: 'file', folder: resolve(folder) };
  return URL.canParse(text) ? parseS3Url(new URL(text)) : undefined;
};

const s3Parameters = new Set(['endpoint', 'region', 'forcePathStyle']);

const parseS3Url = ({ protocol, hostname, pathname, searchParams }: URL): S3Location | undefined => {
  const endpoint = searchParams.get('endpoint') ?? undefined;
  // A bucket under a name of its own needs a wildcard in DNS, which few stores but the original have.
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
