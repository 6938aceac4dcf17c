import { bounds } from './bounds.ts';
import type { InstallFolder } from './install-folder.ts';
import { mapAtOnce } from './map-at-once.ts';
import type { Outcome } from './outcome.ts';
import { type Conflict, conflictsOf } from './python-conflicts.ts';
import { parseRequirement, requirementsOf } from './python-requirements.ts';
import { readInstalledProject } from './read-installed-project.ts';

/** The outcomes with what the nodes that were placed cannot share with any other node in the folder. */
export const withConflicts = async (
  folder: InstallFolder,
  outcomes: readonly Outcome[],
): Promise<Outcome[]> => {
  if (!outcomes.some(isPlacedWithRange)) return [...outcomes];
  const named = new Set(outcomes.filter(({ status }) => status !== 'failed').map(({ node }) => node));
  const others = [...folder.nodes].filter(([id]) => !named.has(id));
  const installed = await mapAtOnce(others, bounds.downloadsAtOnce, async ([node, { files }]) => {
    const { requirements } = await readInstalledProject(folder.pathOf(node), files);
    return { node, requirements };
  });
  const all = conflictsOf(requirementsOf([...outcomes, ...installed]));
  return outcomes.map((outcome) => {
    const conflicts = isPlacedWithRange(outcome) ? all.filter(isOf(outcome)) : [];
    if (conflicts.length === 0) return outcome;
    return { ...outcome, conflicts: conflicts.map(({ message }) => message) };
  });
};

const isPlacedWithRange = ({ status, requirements = [] }: Outcome): boolean =>
  (status === 'installed' || status === 'replaced') &&
  requirements.some((text) => parseRequirement(text)?.range !== undefined);

const isOf =
  ({ node }: Outcome) =>
  ({ nodes }: Conflict): boolean =>
    nodes.includes(node);
