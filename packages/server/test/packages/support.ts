import { hash } from 'node:crypto';
import type { Published } from '@patchbay/inspect';
import { DEFAULT_LIMITS } from '@patchbay/inspect';
import type { ReadingBudget, ReadingRequest } from '../../src/packages/reading.ts';

/** What no package of a test exceeds. */
export const plenty: ReadingBudget = {
  processorMs: 60_000,
  soundMs: 60_000,
  waitMs: 540_000,
  isLow: false,
};

export const publishedAs = (nodeId: string): Published => ({
  nodeId,
  version: '1.0.0',
  looseVersions: false,
  limits: DEFAULT_LIMITS,
});

/** To read the bytes, which lie at `path`. */
export const requestOf = (
  path: string,
  bytes: string | Uint8Array,
  { nodeId = 'node', ...others }: Partial<ReadingRequest> & { nodeId?: string } = {},
): ReadingRequest => ({
  account: 'ada',
  path,
  sha256: hash('sha256', bytes),
  published: publishedAs(nodeId),
  budget: plenty,
  ...others,
});
