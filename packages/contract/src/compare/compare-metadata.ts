import type { Change } from './change.ts';

/** What a version says of itself besides its requirements, and what registries add that differs by nature. */
const others: readonly string[] = [
  'id',
  'node_id',
  'version',
  'createdAt',
  'dependencies',
  'downloadUrl',
  'package_bytes',
  'package_sha256',
  'status',
  'status_reason',
  'tags_admin',
];

/** What changed in the keys that both sides may have. Each host has its own names for some of them. */
export const compareMetadata = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Change[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => !others.includes(key) && !key.endsWith('extract_status'))
    .sort()
    .flatMap((key): Change[] => {
      const [old, now] = [show(before[key]), show(after[key])];
      return old === now
        ? []
        : [
            {
              what: key,
              ...(old !== '' && { before: old }),
              ...(now !== '' && { after: now }),
              effect: 'none',
            },
          ];
    });

const show = (value: unknown): string => {
  if (value === undefined || value === false) return '';
  return typeof value === 'string' ? value : [value].flat().map(String).join(', ');
};
