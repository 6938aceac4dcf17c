import { canonicalVersion } from '@patchbay/contract/canonical-version';
import { type ExtractedAppNode, type PackageFault, readPackage } from '@patchbay/inspect';
import type { Finding, Findings } from '@patchbay/client';
import type { Project } from '@patchbay/inspect/project';
import { findMetadataRefusals } from './find-metadata-refusals.ts';
import type { PackageLimits } from '../pack/package-limits.ts';

export type InspectedAppNode = ExtractedAppNode;

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

export interface Inspected {
  readonly verdict: LocalVerdict;
  /** In full; undefined if they could not be read. */
  readonly appNodes: readonly InspectedAppNode[] | undefined;
}

/**
 * Runs the checks of the registry on a package: whether it is sound, what it must not hold, its app-nodes. Whatever is
 * to be refused, the rest is checked as well; `known` is refused already.
 */
export const inspectPackage = async (
  file: string,
  project: Project,
  publisherId: string | undefined,
  limits: PackageLimits,
  known: readonly string[] = [],
): Promise<Inspected> => {
  const { nodeId, version, node, nodeVersion, looseVersions } = project;
  const refusals = [...known, ...findMetadataRefusals(project, publisherId)];
  const reading = await readPackage(file, {
    nodeId,
    version: canonicalVersion(version, { looseVersions }),
    looseVersions,
    limits,
    dependencies: nodeVersion.dependencies,
    license: node.license ?? undefined,
  });
  if (reading.fault !== undefined) {
    refusals.push(...describe(reading.fault));
    return { verdict: { refusals, findings: [] }, appNodes: undefined };
  }
  const { verdict, status, confidence, appNodes, problems } = reading;
  const { outcome, findings, rulesetVersion } = verdict;
  return {
    verdict: {
      refusals,
      ...(refusals.length === 0 && { outcome }),
      ruleset_version: rulesetVersion,
      // A shadow rule is measured and has no effect.
      findings: findings.filter(({ shadow }) => !shadow),
      extraction: {
        status,
        confidence,
        app_nodes: appNodes.map(({ app_node_name }) => app_node_name),
        problems,
      },
    },
    appNodes: status === 'failed' ? undefined : appNodes,
  };
};

const describe = (fault: PackageFault): string[] => {
  if (fault.kind === 'mismatch') return fault.mismatches;
  const { message, entry } = fault;
  return [entry === undefined ? message : `${message} (${JSON.stringify(entry)})`];
};
