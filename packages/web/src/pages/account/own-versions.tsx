import type { NodeVersion } from '@patchbay/client';
import { limits } from '@patchbay/contract';
import { Confirmation } from '../../components/confirmation.tsx';
import { Day } from '../../components/day.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Pager } from '../../components/pager.tsx';
import type { FormState } from '../../forms/form-state.ts';
import { openedAs } from '../../forms/opened.ts';
import { nodeLinks } from '../../node-links.ts';
import { useHref } from '../../visit.ts';

interface OwnVersionsProps {
  versions: readonly NodeVersion[];
  /** Whether any version can be installed. */
  isInstallable: boolean;
  publisherId: string;
  page: number;
  totalPages: number | undefined;
  isOwner: boolean;
  state: FormState | undefined;
}

/** The versions of a node for its members, each with what can be done to it. */
export const OwnVersions = ({
  versions,
  isInstallable,
  publisherId,
  page,
  totalPages,
  ...shared
}: OwnVersionsProps) => (
  <section aria-labelledby="versions">
    <h2 id="versions">Versions</h2>
    {versions.length === 0 && page === 1 && <p class="quiet">No version has its package yet.</p>}
    {!isInstallable && versions.length > 0 && versions.every(isDeleted) && (
      <NoneLeft publisherId={publisherId} />
    )}
    <ul class="list">
      {versions.map((version) => (
        <OwnVersion key={version.id} version={version} {...shared} />
      ))}
    </ul>
    <Pager page={page} totalPages={totalPages} />
  </section>
);

/** What to do once all versions are deleted. */
const NoneLeft = ({ publisherId }: { publisherId: string }) => {
  const href = useHref();
  return (
    <p class="notice">
      No version is left, so nobody can find or install this node.{' '}
      <a href={href(`/account/publishers/${publisherId}/publish`)}>Publish a version</a> with a new number.
    </p>
  );
};

const isDeleted = ({ status }: NodeVersion): boolean => status === 'NodeVersionStatusDeleted';

const tones: Readonly<Record<string, string>> = {
  Active: 'good',
  Flagged: 'warn',
  Banned: 'bad',
  Deleted: 'bad',
};

type OwnVersionProps = Pick<OwnVersionsProps, 'isOwner' | 'state'> & { version: NodeVersion };

const OwnVersion = ({ version: own, isOwner, state }: OwnVersionProps) => {
  const { node_id: nodeId, version, createdAt, deprecated = false, status_reason: reason } = own;
  const status = own.status.replace('NodeVersionStatus', '');
  const isGone = isDeleted(own);
  const href = useHref();
  const name = `${nodeId}@${version}`;
  return (
    <li>
      <div>
        <strong>{version}</strong>{' '}
        <span class={`tag ${tones[status] ?? 'info'}`}>{status.toLowerCase()}</span>{' '}
        {deprecated && <span class="tag warn">deprecated</span>}
        <p class="facts">
          <Day time={createdAt} />
        </p>
        {deprecated && own.deprecation_message !== undefined && (
          <p class="clip" dir="auto">
            {own.deprecation_message}
          </p>
        )}
        {reason !== undefined && (
          <p class="clip" dir="auto">
            {reason}
          </p>
        )}
        {isGone && (
          <p class="quiet">
            A moderator can restore it within {limits.undoDaysMax} days of its deletion:{' '}
            <a href={href(`${nodeLinks(nodeId).report}?version=${encodeURIComponent(version)}`)}>
              ask for it
            </a>
            . Its number stays taken.
          </p>
        )}
        {!isGone && <Deprecation version={own} state={state} />}
        {isOwner && (status === 'Active' || status === 'Flagged' || status === 'Pending') && (
          <Confirmation
            name="delete-version"
            which={version}
            state={state}
            title={`Delete ${name}`}
            word={name}
          >
            Nobody can install it any more, and its number stays taken. For {limits.undoDaysMax} days, a
            moderator can restore it; you cannot.
          </Confirmation>
        )}
      </div>
      {!isGone && deprecated && (
        <Form name="undeprecate" which={version} state={state} isInline>
          <button name="do" value="undeprecate" aria-label={`Undo deprecating ${version}`}>
            Undo deprecating
          </button>
        </Form>
      )}
    </li>
  );
};

/** What the field holds of a version. */
export const deprecationTexts = ({ deprecation_message = '' }: NodeVersion) => ({ deprecation_message });

/** Has a member say why others are preferred to the version, and what to use instead. */
const Deprecation = ({ version: own, state }: Omit<OwnVersionProps, 'isOwner'>) => {
  const { version, deprecated, deprecation_message: message } = own;
  const title = deprecated ? `Change why ${version} is deprecated` : `Deprecate ${version}`;
  return (
    <details open={state?.name === 'deprecate' && state.sent.get('which') === version}>
      <summary>{title}</summary>
      <Form name="deprecate" which={version} state={state} opened={openedAs(deprecationTexts(own))}>
        <Field
          name="deprecation_message"
          label="Why, and what to use instead"
          hint="People who install it read it. It can be empty."
          value={message}
          rows={2}
          maxLength={limits.deprecationMessageCharsMax}
        />
        <div>
          <button name="do" value="deprecate">
            {title}
          </button>
        </div>
      </Form>
    </details>
  );
};
