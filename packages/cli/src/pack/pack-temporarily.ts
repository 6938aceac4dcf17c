import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Project } from '@patchbay/inspect/project';
import { type Packed, packProject } from './pack-project.ts';
import type { PackageLimits } from './package-limits.ts';

/** Packs a project into a file that is removed with it; `out` is where it goes from there. */
export const packTemporarily = async (
  folder: string,
  project: Project,
  limits: PackageLimits,
  out?: string,
): Promise<AsyncDisposable & { readonly packed: Packed }> => {
  await using stack = new AsyncDisposableStack();
  const temporary = await mkdtemp(join(tmpdir(), 'patchbay-'));
  stack.defer(() => rm(temporary, { recursive: true, force: true }));
  const packed = await packProject(folder, project, limits, join(temporary, 'package.zip'), out);
  const kept = stack.move();
  return { packed, [Symbol.asyncDispose]: () => kept.disposeAsync() };
};
