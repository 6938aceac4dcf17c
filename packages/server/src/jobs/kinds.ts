/** The kinds of jobs, as their rows name them: the way of a package from its arrival to its app-nodes. */
export const receivePackageKind = 'receive-package';
export const checkPackageKind = 'check-package';
export const extractAppNodesKind = 'extract-app-nodes';
