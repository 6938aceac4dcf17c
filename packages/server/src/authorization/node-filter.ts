import { type Endpoints, type Query, versionOfQuery } from '@patchbay/contract';
import { LRUCache } from 'lru-cache';
import { Range, type SemVer, parse } from 'semver';
import type { Context } from '../context.ts';
import { invalidValue } from '../errors.ts';
import { findAppVersionRanges } from '../store/listing/compatibility-counts.ts';
import type { NodeFilter } from '../store/listing/node-filter.ts';
import { acceleratorName } from '../store/accelerators.ts';
import { operatingSystem, systemOfFormFactor } from '../store/operating-systems.ts';
import { type Actor, may } from './rights.ts';

type Asked = Omit<Query<Endpoints['listNodes']>, 'sort'>;

/** The filter of a list of nodes. Throws `invalid_request` if the host version is not a version. */
export const requireNodeFilter = async (
  { store }: Pick<Context, 'store'>,
  actor: Actor,
  asked: Asked,
): Promise<NodeFilter> => {
  const { timestamp, supported_os, supported_accelerator, app_version, form_factor } = asked;
  const isCompatible = asked.compatible === true;
  return {
    includeBanned: asked.include_banned === true && may(actor, 'moderate'),
    // Who names it pages by the total, and finds every page full.
    isPagedByTotal: asked.include_banned !== undefined,
    changedAfter: timestamp === undefined ? undefined : new Date(timestamp).toISOString(),
    isInstallable: asked.installable === true || undefined,
    ids: asked.node_id,
    publisherId: asked.publisher_id,
    os: supported_os === undefined ? undefined : operatingSystem(supported_os),
    accelerator: supported_accelerator && acceleratorName(supported_accelerator),
    hostOs: isCompatible && form_factor !== undefined ? systemOfFormFactor(form_factor) : undefined,
    appVersionRanges:
      isCompatible && app_version !== undefined ? await fittingRanges(store.read, app_version) : undefined,
  };
};

const fittingRanges = async (
  read: Context['store']['read'],
  appVersion: string,
): Promise<readonly string[]> => {
  const version = parseAppVersion(appVersion);
  if (version === undefined) {
    throw invalidValue(
      '/app_version',
      `"${appVersion}" is not a version. Write it like 1.2.3.`,
      'must be SemVer 2.0.0',
    );
  }
  const ranges = await findAppVersionRanges(read);
  return ranges.filter((range) => fitsAppVersion(range, version));
};

/** The version of a host as its clients write it, with or without a `v`; undefined when it is none. */
export const parseAppVersion = (text: string): SemVer | undefined =>
  parse(versionOfQuery(text.trim())) ?? undefined;

/** Of all ranges that are kept parsed. A parsed range takes up to a hundred times its text in memory. */
const parsedCharsMax = 500_000;

/** To parse a range costs a hundred times what it costs to test it. */
const parsed = new LRUCache<string, Range>({
  maxSize: parsedCharsMax,
  sizeCalculation: (_range, text) => text.length + 1,
});

const everything = new Range('*', { includePrerelease: true });

/** Whether a range admits the version. A range that is empty or cannot be read admits every one. */
export const fitsAppVersion = (range: string, version: SemVer): boolean => parseRange(range).test(version);

const parseRange = (text: string): Range => {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const range = readRange(text);
  parsed.set(text, range);
  return range;
};

const readRange = (text: string): Range => {
  if (text.trim() === '') return everything;
  try {
    return new Range(text, { includePrerelease: true });
  } catch {
    return everything;
  }
};
