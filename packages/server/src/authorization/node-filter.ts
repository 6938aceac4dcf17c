import type { Endpoints, Query } from '@patchbay/contract';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { fitsAppVersion, parseAppVersion } from './compatibility.ts';
import { operatingSystem, systemOfFormFactor } from '../store/operating-systems.ts';
import { type Actor, may } from './rights.ts';
import { findAppVersionRanges } from '../store/listing/compatibility-counts.ts';
import type { NodeFilter } from '../store/listing/node-filter.ts';

type Asked = Omit<Query<Endpoints['listNodes']>, 'sort'>;

/** The filter of a list of nodes. Throws `invalid_request` if the host version is not a version. */
export const requireNodeFilter = async (
  { store }: Pick<Context, 'store'>,
  actor: Actor,
  asked: Asked,
): Promise<NodeFilter> => {
  const { timestamp, supported_os, app_version, form_factor } = asked;
  const isCompatible = asked.compatible === true;
  return {
    includeBanned: asked.include_banned === true && may(actor, 'moderate'),
    changedAfter: timestamp === undefined ? undefined : new Date(timestamp).toISOString(),
    ids: asked.node_id,
    publisherId: asked.publisher_id,
    os: supported_os === undefined ? undefined : operatingSystem(supported_os),
    accelerator: asked.supported_accelerator,
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
    throw new ApiError('invalid_request', `"${appVersion}" is not a version. Write it like 1.2.3.`, {
      details: [{ path: '/app_version', message: 'must be SemVer 2.0.0' }],
    });
  }
  const ranges = await findAppVersionRanges(read);
  return ranges.filter((range) => fitsAppVersion(range, version));
};
