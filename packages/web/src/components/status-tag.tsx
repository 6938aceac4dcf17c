import type { NodeVersion } from '@patchbay/client';

const tones: Readonly<Partial<Record<NodeVersion['status'], string>>> = {
  NodeVersionStatusPending: 'info',
  NodeVersionStatusFlagged: 'warn',
  NodeVersionStatusBanned: 'bad',
};

/** The state of a version, unless it is the usual one. */
export const StatusTag = ({ status }: Pick<NodeVersion, 'status'>) =>
  status === 'NodeVersionStatusActive' ? null : (
    <span class={`tag ${tones[status] ?? ''}`.trim()}>{status.replace('NodeVersionStatus', '')}</span>
  );
