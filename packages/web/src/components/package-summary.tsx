import { licenseName } from '@patchbay/contract/license-name';
import type { Project } from '@patchbay/inspect/project';
import { formatBytes, formatCount } from '../format.ts';

interface PackageSummaryProps {
  project: Project;
  bytes: number;
  publisherId: string;
}

/** What a package says about itself. */
export const PackageSummary = ({ project, bytes, publisherId }: PackageSummaryProps) => {
  const { nodeId, version, node, nodeVersion, publisherId: named } = project;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Node', nodeId],
    ['Version', version],
    ['Size', formatBytes(bytes)],
    ['Name', node.name],
    ['Description', node.description],
    ['License', licenseName(node.license ?? undefined)],
    ['Repository', node.repository],
    ['Host', nodeVersion.supported_app_version],
    ['Systems', nodeVersion.supported_os?.join(', ')],
    ['Requirements', formatCount(nodeVersion.dependencies?.length ?? 0)],
  ];
  return (
    <>
      <dl class="pairs">
        {facts.map(
          ([name, value]) =>
            value !== undefined && (
              <>
                <dt>{name}</dt>
                <dd class="clip" dir="auto">
                  {value}
                </dd>
              </>
            ),
        )}
      </dl>
      {named !== undefined && named !== publisherId && (
        <p class="quiet">
          The package names the publisher <bdi>{named}</bdi>. It will be published for {publisherId}.
        </p>
      )}
    </>
  );
};
