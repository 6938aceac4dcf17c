/** The kinds of jobs, as their rows name them: from the publish to the verdict, and from there to the app-nodes. */
export const receivePackageKind = 'receive-package';
export const extractAppNodesKind = 'extract-app-nodes';
