import type { Project } from '@patchbay/inspect/project';
import { secretsMark } from './always-out.ts';
import { type Choice, chooseFiles } from './choose-files.ts';
import { textReader } from '../project/read-project.ts';
import type { Tree } from './decision.ts';
import { findEmptySubmodules, submodulesFile } from './find-empty-submodules.ts';
import { findLeftOutImports } from './find-left-out-imports.ts';

/**
 * As chooseFiles, with a warning for each secret and each imported module that is left out, and for each empty
 * submodule.
 */
export const listProject = async (folder: string, project: Project, choice: Choice): Promise<Tree> => {
  const tree = await chooseFiles(folder, project, choice);
  const submodules = (await textReader(folder)(submodulesFile)) ?? '';
  const empty = findEmptySubmodules(
    submodules,
    tree.kept.map(({ path }) => path),
  );
  const warnings = [...tree.warnings, ...findSecrets(tree), ...(await findLeftOutImports(tree)), ...empty];
  return { ...tree, warnings };
};

/** A secret in the folder of a node is one commit away from everybody. */
const findSecrets = ({ dropped }: Tree): string[] =>
  dropped
    .filter(({ rule }) => rule === `always out: ${secretsMark}`)
    .map(({ path }) => `${path} looks like a secret, and is left out.`);
