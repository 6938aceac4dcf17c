import type { NodeVersion } from '@patchbay/client';
import { StateTag } from './state-tag.tsx';

/** The state of a version, unless it is the usual one. */
export const StatusTag = ({ status }: Pick<NodeVersion, 'status'>) =>
  status === 'NodeVersionStatusActive' ? null : <StateTag status={status} />;
