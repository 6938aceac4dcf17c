import { limits } from '@patchbay/contract';

/** How long after the last publish request the package may still arrive, with a fresh URL. */
export const uploadWindowMs = limits.packageArrivalHours * 60 * 60_000;
