import { type Installation, installNodes } from './install-nodes.ts';
import type { Outcome } from './outcome.ts';

/** Brings a folder to what its lock file says: the same versions with the same packages, and no others. */
export const installLocked = (installation: Installation): Promise<Outcome[]> =>
  installNodes(
    installation,
    [...installation.folder.nodes].map(([nodeId, locked]) => ({
      nodeId,
      requested: locked.requested,
      locked,
    })),
  );
