import { type Client, type Findings, RegistryError, getFindings, getVersion } from '@patchbay/client';
import { limits } from '@patchbay/contract';
import { AccountNav } from '../../components/account-nav.tsx';
import { FindingList } from '../../components/finding-list.tsx';
import { Island } from '../../components/island.tsx';
import { Island as Watch } from '../../islands/watch.tsx';
import { page } from '../../page.ts';
import { useHref } from '../../visit.ts';
import { isOwner } from './author.ts';

/** What becomes of a version after its publish: each step as it ends, and what the checks found. */
export const publicationPage = page({
  path: '/account/publishers/:publisherId/publish/:nodeId/:version',
  audience: 'person',
  show: async ({ client, params: { publisherId = '', nodeId = '', version = '' } }) => ({
    title: `${nodeId} ${version}`,
    body: (
      <Publication
        publisherId={publisherId}
        nodeId={nodeId}
        version={version}
        known={await findingsOf(client, { nodeId, version })}
        isOwner={await isOwner(client, publisherId)}
      />
    ),
  }),
});

/** What is known of a version; undefined once it is deleted, and has no findings any more. */
const findingsOf = async (
  client: Client,
  of: { readonly nodeId: string; readonly version: string },
): Promise<Findings | undefined> => {
  try {
    return await getFindings(client, of);
  } catch (error) {
    const isMissing = error instanceof RegistryError && error.code === 'version_not_found';
    if (!isMissing || (await getVersion(client, of)).status !== 'NodeVersionStatusDeleted') throw error;
    return undefined;
  }
};

interface PublicationProps {
  publisherId: string;
  nodeId: string;
  version: string;
  known: Findings | undefined;
  isOwner: boolean;
}

const Publication = ({ publisherId, nodeId, version, known, ...rights }: PublicationProps) => {
  const href = useHref();
  return (
    <>
      <AccountNav publisher={{ id: publisherId, ...rights }} />
      <h1>
        <bdi>{nodeId}</bdi> <bdi>{version}</bdi>
      </h1>
      {known === undefined ? (
        <p>
          This version is deleted, and its number stays taken. A moderator can restore it within{' '}
          {limits.undoDaysMax} days of its deletion.
        </p>
      ) : (
        <Progress nodeId={nodeId} version={version} known={known} />
      )}
      <p>
        <a href={href(`/account/publishers/${publisherId}/publish`)}>Publish another version</a>
      </p>
    </>
  );
};

type ProgressProps = Pick<PublicationProps, 'nodeId' | 'version'> & { known: Findings };

const Progress = ({ nodeId, version, known }: ProgressProps) => {
  const href = useHref();
  const { findings, status, status_reason: reason, waits_for: waitsFor, way_out: wayOut } = known;
  const isOpen = waitsFor === 'checks' || waitsFor === 'extraction';
  return (
    <>
      <section id="progress" aria-label="Progress" aria-live="polite" data-open={isOpen ? '' : undefined}>
        <ol class="steps">
          {stepsOf(known).map(({ name, state, tone }) => (
            <li key={name} class={tone}>
              {name} <span class={tone === '' ? 'tag' : `tag ${tone}`}>{state}</span>
            </li>
          ))}
        </ol>
        {reason !== undefined && <p dir="auto">{reason}</p>}
        {!isOpen && wayOut !== undefined && <p class="quiet">{wayOut}</p>}
        {isOpen && (
          <p class="quiet">
            This takes moments. <a href="">Look again</a>
          </p>
        )}
        {status === 'NodeVersionStatusActive' && (
          <p>
            <a
              class="button main"
              href={href(`/n/${encodeURIComponent(nodeId)}/v/${encodeURIComponent(version)}`)}
            >
              See the version
            </a>
          </p>
        )}
        {findings.length > 0 && (
          <>
            <h2>What the checks found</h2>
            <FindingList findings={findings} />
          </>
        )}
      </section>
      <Island name="watch" of={Watch} props={{ part: 'progress' }} />
    </>
  );
};

type Tone = '' | 'good' | 'warn' | 'bad' | 'info';

interface Step {
  name: string;
  state: string;
  tone: Tone;
}

const stepsOf = ({ status, outcome, extraction, waits_for: waitsFor }: Findings): Step[] => [
  waitsFor === 'package'
    ? { name: 'Package', state: 'did not arrive: publish it again', tone: 'bad' }
    : { name: 'Package', state: 'received', tone: 'good' },
  { name: 'Checks', ...checkStates[waitsFor === 'checks' ? 'running' : (outcome ?? 'open')] },
  { name: 'App-nodes', ...extractStates[extraction.status] },
  { name: 'Version', ...versionStates[status] },
];

const checkStates = {
  open: { state: 'not begun', tone: '' },
  running: { state: 'running', tone: 'info' },
  passed: { state: 'passed', tone: 'good' },
  found: { state: 'found something', tone: 'warn' },
  'could-not-check': { state: 'could not check everything', tone: 'warn' },
} as const;

const extractStates = {
  pending: { state: 'not read yet', tone: '' },
  success: { state: 'read', tone: 'good' },
  failed: { state: 'could not be read', tone: 'warn' },
  unsupported: { state: 'none found', tone: '' },
} as const;

const versionStates = {
  NodeVersionStatusPending: { state: 'not public yet', tone: '' },
  NodeVersionStatusActive: { state: 'public', tone: 'good' },
  NodeVersionStatusFlagged: { state: 'waits for a moderator', tone: 'warn' },
  NodeVersionStatusBanned: { state: 'banned', tone: 'bad' },
  NodeVersionStatusDeleted: { state: 'deleted', tone: 'bad' },
} as const;
