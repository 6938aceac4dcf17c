import { type Endpoints, type Rate, limits, quotas, rates, snakeCase } from '@patchbay/contract';
import type { Operation } from '../operation.ts';

/** The settings that bound what strangers can send. */
const bounding = [
  'PACKAGE_BYTES_MAX',
  'PACKAGE_UNPACKED_BYTES_MAX',
  'PACKAGE_ENTRIES_MAX',
  'PACKAGE_RATIO_MAX',
  'STAGING_BYTES_MAX',
  'STAGING_FREE_BYTES_MIN',
  'CONNECTIONS_MAX',
  'CONNECTIONS_PER_ADDRESS',
  'REQUEST_TIMEOUT',
] as const;

export const getLimits: Operation<Endpoints['getLimits']> = ({ config }) =>
  Promise.resolve({
    limits: Object.fromEntries(Object.entries(limits).map(([name, value]) => [snakeCase(name), value])),
    quotas: Object.fromEntries(
      Object.entries(quotas).map(([name, { subject, default: usual, unit, means }]) => [
        name,
        { subject, default: usual, unit, means },
      ]),
    ),
    rates: Object.fromEntries(
      Object.entries<Rate>(rates).map(([name, { by, burst, fullAfterSeconds, of, weighsBodies = false }]) => [
        name,
        { by, burst, full_after_seconds: fullAfterSeconds, of, weighs_bodies: weighsBodies },
      ]),
    ),
    settings: Object.fromEntries(bounding.map((name) => [name.toLowerCase(), config[name]])),
  });
