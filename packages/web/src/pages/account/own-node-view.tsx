import type { Node, NodeVersion } from '@patchbay/client';
import { nodeIdCharsMax } from '@patchbay/contract/identifiers';
import { AccountNav } from '../../components/account-nav.tsx';
import { Confirmation } from '../../components/confirmation.tsx';
import { DoneNote } from '../../components/done-note.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { NodeList } from '../../components/node-list.tsx';
import type { FormState } from '../../forms/form-state.ts';
import { openedAs } from '../../forms/opened.ts';
import { useHref, useVisit } from '../../visit.ts';
import { badgeMarkdown } from '../../files/badges.ts';
import { NodeFields, nodeTexts } from './node-fields.tsx';
import { OwnVersions } from './own-versions.tsx';

interface OwnNodeProps {
  node: Node;
  /** The node as it would be, if that was asked for. */
  preview: Node | undefined;
  publisher: { id: string; isOwner: boolean };
  versions: readonly NodeVersion[];
  page: number;
  totalPages: number | undefined;
  state: FormState | undefined;
}

export const OwnNode = ({ node, preview, publisher, state, ...versions }: OwnNodeProps) => {
  const href = useHref();
  const { publicUrl } = useVisit();
  return (
    <>
      <AccountNav publisher={publisher} />
      <section>
        <h1>
          <bdi>{node.name ?? node.id}</bdi>
        </h1>
        <DoneNote />
        <p>
          <a href={href(`/n/${node.id}`)}>As others see it</a>
        </p>
      </section>
      {preview !== undefined && (
        <section aria-labelledby="preview">
          <h2 id="preview">Preview</h2>
          <p class="quiet" role="status">
            Nothing is saved yet.
          </p>
          <NodeList nodes={[preview]} />
        </section>
      )}
      <section aria-labelledby="details">
        <h2 id="details">Details</h2>
        <Form name="save" state={state} opened={openedAs(nodeTexts(node))}>
          <input type="hidden" name="do" value="save" />
          <NodeFields node={node} />
          <div class="buttons">
            <button class="main">Save</button>
            <button name="preview" value="yes">
              Preview
            </button>
          </div>
        </Form>
      </section>
      <section aria-labelledby="badges">
        <h2 id="badges">Badges</h2>
        <p class="quiet">Markdown for your readme: version, downloads, license and number of app-nodes.</p>
        <pre tabIndex={0}>{badgeMarkdown(publicUrl, node.id)}</pre>
      </section>
      <OwnVersions
        {...versions}
        isInstallable={node.latest_version !== undefined}
        publisherId={publisher.id}
        isOwner={publisher.isOwner}
        state={state}
      />
      {publisher.isOwner && <Publishing node={node} publisherId={publisher.id} state={state} />}
      {publisher.isOwner && <Rename node={node} state={state} />}
      {publisher.isOwner && (
        <Confirmation name="delete-node" state={state} title={`Delete ${node.id}`} word={node.id}>
          Nobody can find or install it any more. Its versions keep their states, and members can restore it
          on this page at any time.
        </Confirmation>
      )}
    </>
  );
};

interface PublishingProps {
  node: Node;
  publisherId: string;
  state: FormState | undefined;
}

/** Who may publish it: also those who have a token, or trusted CI jobs alone. */
const Publishing = ({
  node: { trusted_only: isTrustedOnly = false },
  publisherId,
  state,
}: PublishingProps) => {
  const href = useHref();
  const name = isTrustedOnly ? 'tokens-again' : 'trusted-only';
  return (
    <section aria-labelledby="publishing">
      <h2 id="publishing">Publishing</h2>
      <p>
        {isTrustedOnly
          ? 'Tokens cannot publish it, only CI jobs of '
          : 'Anyone with a token can publish it, and so can CI jobs of '}
        <a href={href(`/account/publishers/${publisherId}/trusted-publishers`)}>trusted publishers</a>.
      </p>
      <Form name={name} state={state}>
        <div>
          <button name="do" value={name}>
            {isTrustedOnly ? 'Allow tokens again' : 'Allow trusted publishers only'}
          </button>
        </div>
      </Form>
    </section>
  );
};

const Rename = ({ node: { id, former_ids: former = [] }, state }: Pick<OwnNodeProps, 'node' | 'state'>) => (
  <section aria-labelledby="rename">
    <h2 id="rename">Id</h2>
    <p>
      <code>{id}</code>
      {former.length > 0 && (
        <>
          , formerly <code>{former.join(', ')}</code>
        </>
      )}
    </p>
    <details open={state?.name === 'rename'}>
      <summary>Rename {id}</summary>
      <Form name="rename" state={state}>
        <p>
          Versions, packages and downloads stay. The former id keeps leading to the node, and nobody else can
          take it. A node can have only a few ids.
        </p>
        <Field name="id" label="New id" isRequired autocomplete="off" maxLength={nodeIdCharsMax} />
        <div>
          <button name="do" value="rename">
            Rename
          </button>
        </div>
      </Form>
    </details>
  </section>
);

interface DeletedNodeProps extends Pick<OwnNodeProps, 'publisher' | 'state'> {
  id: string;
}

export const DeletedNode = ({ id, publisher, state }: DeletedNodeProps) => (
  <>
    <AccountNav publisher={publisher} />
    <section>
      <h1>
        <bdi>{id}</bdi>
      </h1>
      <DoneNote />
      <p>This node is deleted. Nobody can find or install it. Its id stays yours.</p>
      <Form name="restore" state={state}>
        <div>
          <button class="main" name="do" value="restore">
            Restore {id}
          </button>
        </div>
      </Form>
    </section>
  </>
);
