import type { Published } from '@patchbay/inspect';

/** What a reader process is asked, as one line of JSON: to read the file that it holds open. */
export interface ReaderRequest {
  published: Published;
}

/**
 * What it answers, line by line: that the package has no fault, each app-node and file, so that no line takes long to
 * parse, and at last the rest of the reading or an error.
 */
export type ReplyLine =
  { isSound: true } | { part: unknown; of: PartedList } | { value: unknown } | { error: string };

/** The lists of a reading that are sent in parts. */
export const partedLists = ['appNodes', 'files'] as const;
export type PartedList = (typeof partedLists)[number];

/** The number under which a reader process holds its package open. */
export const packageDescriptor = 3;
