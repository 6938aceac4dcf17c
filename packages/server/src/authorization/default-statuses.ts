import type { NodeVersionStatus } from '@patchbay/contract';

/**
 * The statuses that a list of versions contains if the request names none. A caller who may see the reasons, and asks
 * for them, gets every status but Deleted.
 */
export const defaultStatuses = (withReason: boolean): readonly NodeVersionStatus[] =>
  withReason
    ? [
        'NodeVersionStatusActive',
        'NodeVersionStatusPending',
        'NodeVersionStatusFlagged',
        'NodeVersionStatusBanned',
      ]
    : ['NodeVersionStatusActive'];
