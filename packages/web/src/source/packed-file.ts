import type { ListVersionFilesReply } from '@patchbay/client';

/** Where a file lies in a package, and by what to know that it is the right one. */
export type PackedFile = ListVersionFilesReply['files'][number];
