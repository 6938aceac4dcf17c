import type { PackedFile } from './packed-file.ts';

/** What says most about a package, in order: its readme, else what the host loads. */
const names = [/^readme(?:\.\w+)?$/i, /^__init__\.py$/] as const;

/** The file at its root that the source of a package opens with. */
export const openedFirst = (files: readonly PackedFile[]): PackedFile | undefined =>
  names.map((name) => files.find(({ path }) => name.test(path))).find((file) => file !== undefined);
