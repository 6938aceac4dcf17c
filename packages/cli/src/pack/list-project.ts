import type { Project } from '@patchbay/inspect/project';
import { type Choice, chooseFiles } from './choose-files.ts';
import type { Tree } from './decision.ts';
import { findLeftOutImports } from './find-left-out-imports.ts';

/** As chooseFiles, with a warning for each module that is imported and left out. */
export const listProject = async (folder: string, project: Project, choice: Choice): Promise<Tree> => {
  const tree = await chooseFiles(folder, project, choice);
  return { ...tree, warnings: [...tree.warnings, ...(await findLeftOutImports(tree))] };
};
