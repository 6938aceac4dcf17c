import { canonicalVersion } from '@patchbay/contract/canonical-version';
import { packageTasks } from '@patchbay/inspect';
import type { Finding, Findings } from '@patchbay/client';
import type { Project } from '@patchbay/inspect/project';
import { findMetadataRefusals } from './find-metadata-refusals.ts';
import type { PackageLimits } from '../pack/package-limits.ts';

/** What the code of the registry says of a package, without a registry. */
export interface LocalVerdict {
  /** Why an upload would be refused; empty if it would not. */
  readonly refusals: readonly string[];
  /** As the registry decides: only what passed becomes Active by itself. Absent if the upload would be refused. */
  readonly outcome?: NonNullable<Findings['outcome']>;
  readonly ruleset_version?: number;
  readonly findings: readonly Finding[];
  readonly extraction?: {
    readonly status: 'success' | 'failed' | 'unsupported';
    readonly confidence: number;
    readonly app_nodes: readonly string[];
    readonly problems: Findings['extraction']['problems'];
  };
}

/** Runs the checks of the registry on a package: whether it is sound, what it must not hold, its app-nodes. */
export const inspectPackage = async (
  file: string,
  project: Project,
  limits: PackageLimits,
): Promise<LocalVerdict> => {
  const { nodeId, version, node, nodeVersion, looseVersions } = project;
  const refusals = findMetadataRefusals(project);
  const published = { nodeId, version: canonicalVersion(version, { looseVersions }) };
  const objection = await packageTasks.inspect({ path: file, limits, published, looseVersions });
  if (objection !== undefined) refusals.push(...describe(objection));
  if (refusals.length > 0) return { refusals, findings: [] };
  const { outcome, findings, rulesetVersion } = await packageTasks.check({
    path: file,
    published: { dependencies: nodeVersion.dependencies, license: node.license ?? undefined },
  });
  const { status, confidence, appNodes, problems } = await packageTasks.extract({ path: file });
  return {
    refusals: [],
    outcome,
    ruleset_version: rulesetVersion,
    // A shadow rule is measured and has no effect.
    findings: findings.filter(({ shadow }) => !shadow),
    extraction: {
      status,
      confidence,
      app_nodes: appNodes.map(({ app_node_name }) => app_node_name),
      problems,
    },
  };
};

const describe = (objection: NonNullable<Awaited<ReturnType<typeof packageTasks.inspect>>>): string[] => {
  if (objection.kind === 'mismatch') return objection.mismatches;
  const { message, entry } = objection;
  return [entry === undefined ? message : `${message} (${JSON.stringify(entry)})`];
};
