import { readArchive } from '../../src/archive/read-archive.ts';
import type { CheckLimits } from '../../src/checks/check-limits.ts';
import { checkPackage } from '../../src/checks/check-package.ts';
import type { Verdict } from '../../src/checks/verdict.ts';
import { saveArchive } from '../support/package-fixtures.ts';
import { writeZip } from '../support/write-zip.ts';

/** The verdict on a package of these files, name → content. */
export const checkFiles = async (
  files: Record<string, string>,
  limits?: Partial<CheckLimits>,
): Promise<Verdict> => {
  await using saved = await saveArchive(await writeZip(files));
  await using archive = await readArchive(saved.path);
  return await checkPackage(archive, limits);
};
