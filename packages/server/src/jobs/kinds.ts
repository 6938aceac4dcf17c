/** The kinds of jobs, as their rows name them. */
export const receivePackageKind = 'receive-package';
