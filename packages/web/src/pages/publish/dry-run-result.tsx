import type { DryRun } from '@patchbay/client';
import { compareMetadata } from '@patchbay/contract/compare';
import type { Project } from '@patchbay/inspect/project';
import { ChangeRows } from '../../components/change-rows.tsx';
import { FaultList } from '../../components/fault-list.tsx';
import { FindingList } from '../../components/finding-list.tsx';
import { PackageSummary } from '../../components/package-summary.tsx';
import { formatCount } from '../../format.ts';

interface DryRunResultProps {
  result: DryRun;
  project: Project;
  publisherId: string;
}

/** What a publish would come to. */
export const DryRunResult = ({ result, project, publisherId }: DryRunResultProps) => {
  const { wouldPublish, faults, package: read, node_changes: changes } = result;
  const all = [...faults, ...(read?.faults ?? [])];
  const { findings = [], status } = read?.findings ?? {};
  const isHeld = status === 'NodeVersionStatusFlagged';
  return (
    <>
      <h2>
        {wouldPublish
          ? isHeld
            ? 'It would wait for a moderator'
            : 'It can be published'
          : 'It would be refused'}
      </h2>
      <PackageSummary project={project} bytes={read?.package_bytes ?? 0} publisherId={publisherId} />
      <FaultList faults={all.map(({ message, details = [] }) => ({ message, details }))} />
      {read?.app_nodes !== undefined && <p>App-nodes found: {formatCount(read.app_nodes)}</p>}
      {findings.length > 0 && (
        <>
          <h3>What the checks found</h3>
          <FindingList findings={findings} />
        </>
      )}
      {changes !== undefined && (
        <section class="stack" aria-labelledby="overwritten">
          <h3 id="overwritten">What it changes on the page of the node</h3>
          <p class="quiet">The package’s values replace these, also those that were typed on this site.</p>
          <ChangeRows
            label="Fields of the node that change"
            changes={compareMetadata(changes.before, changes.after)}
          />
        </section>
      )}
      <p class="quiet">
        Nothing was changed.{' '}
        <span class="scripted">The zip is still chosen: publish it with the button below.</span>
        <noscript>Without scripts a browser forgets the file, so choose it again to publish it.</noscript>
      </p>
    </>
  );
};
