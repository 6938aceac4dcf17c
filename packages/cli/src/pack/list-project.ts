import type { Project } from '@patchbay/inspect/project';
import { type Choice, chooseFiles } from './choose-files.ts';
import { textReader } from '../project/read-project.ts';
import type { Tree } from './decision.ts';
import { findEmptySubmodules, submodulesFile } from './find-empty-submodules.ts';
import { findLeftOutImports } from './find-left-out-imports.ts';

/** As chooseFiles, with a warning for each module that is imported and left out, and for each empty submodule. */
export const listProject = async (folder: string, project: Project, choice: Choice): Promise<Tree> => {
  const tree = await chooseFiles(folder, project, choice);
  const submodules = (await textReader(folder)(submodulesFile)) ?? '';
  const empty = findEmptySubmodules(
    submodules,
    tree.kept.map(({ path }) => path),
  );
  return { ...tree, warnings: [...tree.warnings, ...(await findLeftOutImports(tree)), ...empty] };
};
