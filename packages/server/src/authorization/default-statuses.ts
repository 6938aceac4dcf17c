import type { NodeVersionStatus } from '@patchbay/contract';

/**
 * The states of a list of versions that names none. Whoever may see what became of an upload, and asks for the reason,
 * finds it in every state but Deleted.
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
