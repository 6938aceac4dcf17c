import { join } from 'node:path';
import type { Project } from '@patchbay/inspect/project';
import { temporaryFolder } from '../files/temporary-folder.ts';
import { type PackOptions, type Packed, packProject } from './pack-project.ts';
import type { PackageLimits } from './package-limits.ts';

/** Packs a project into a file that is removed with it. */
export const packTemporarily = async (
  folder: string,
  project: Project,
  limits: PackageLimits,
  options?: PackOptions,
): Promise<AsyncDisposable & { readonly packed: Packed }> => {
  await using stack = new AsyncDisposableStack();
  const temporary = stack.use(await temporaryFolder());
  const packed = await packProject(folder, project, limits, join(temporary.path, 'package.zip'), options);
  const kept = stack.move();
  return { packed, [Symbol.asyncDispose]: () => kept.disposeAsync() };
};
