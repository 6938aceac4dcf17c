import {
  type ListPublisherNodesReply,
  deletePublisher,
  listPublisherNodes,
  updateNode,
  updatePublisher,
} from '@patchbay/client';
import { AccountNav } from '../../components/account-nav.tsx';
import { BanNotice } from '../../components/ban-notice.tsx';
import { Confirmation } from '../../components/confirmation.tsx';
import { DoneNote } from '../../components/done-note.tsx';
import { Form } from '../../components/form.tsx';
import { Pager } from '../../components/pager.tsx';
import type { FormState } from '../../forms/form-state.ts';
import { formsOf } from '../../forms/forms-of.ts';
import { openedAs } from '../../forms/opened.ts';
import { requireConfirmation } from '../../forms/require-confirmation.ts';
import { samePage } from '../../forms/same-page.ts';
import { type View, page } from '../../page.ts';
import { readNumber } from '../../read-number.ts';
import type { Visit } from '../../site.ts';
import { useHref } from '../../visit.ts';
import { banReason } from './ban-reason.ts';
import { type OwnPublisher, loadPublisher } from './load-publisher.ts';
import { PublisherFields, profileChange, profileTexts } from './publisher-fields.tsx';

const path = '/account/publishers/:publisherId';
const shownMax = 50;

const show = async (visit: Visit, state?: FormState): Promise<View> => {
  const { client, params, query } = visit;
  const { publisherId = '' } = params;
  const own = await loadPublisher(visit);
  const place = { page: readNumber(query, 'page', 1), limit: shownMax };
  const nodes = await listPublisherNodes(client, { publisherId, ...place });
  const deleted = await listPublisherNodes(client, {
    publisherId,
    page: readNumber(query, 'deleted', 1),
    limit: shownMax,
    only_deleted: true,
  });
  const isBanned = own.publisher.status === 'PublisherStatusBanned';
  const reason = isBanned ? await banReason(client, publisherId) : undefined;
  return {
    title: publisherId,
    body: <OwnPublisherView own={own} reason={reason} nodes={nodes} deleted={deleted} state={state} />,
  };
};

/** A publisher for its members: its nodes, and its profile. */
export const ownPublisherPage = page({ path, audience: 'person', show });

export const ownPublisherForms = formsOf(path, show, {
  save: async (visit, fields) => {
    const { client, params } = visit;
    const { publisherId = '' } = params;
    const { publisher } = await loadPublisher(visit);
    await updatePublisher(client, { publisherId, body: profileChange(fields, publisher) });
    return { redirect: `/account/publishers/${publisherId}?done=saved` };
  },
  restore: async (visit, fields) => {
    const { publisherId = '' } = visit.params;
    const nodeId = fields.get('which') ?? '';
    await updateNode(visit.client, { publisherId, nodeId, body: { status: 'NodeStatusActive' } });
    return samePage(visit, 'restored');
  },
  delete: async ({ client, params: { publisherId = '' } }, fields) => {
    requireConfirmation(fields, publisherId);
    await deletePublisher(client, { publisherId });
    return { redirect: '/account?done=deleted' };
  },
});

interface OwnPublisherProps {
  own: OwnPublisher;
  /** Why it is banned. */
  reason: string | undefined;
  nodes: ListPublisherNodesReply;
  deleted: ListPublisherNodesReply;
  state: FormState | undefined;
}

const OwnPublisherView = (props: OwnPublisherProps) => {
  const { own, reason, nodes: list, deleted, state } = props;
  const { publisher, isOwner } = own;
  const href = useHref();
  const { id, name, status } = publisher;
  return (
    <>
      <AccountNav publisher={{ id, isOwner }} />
      <section>
        <h1>
          <bdi>{name ?? id}</bdi>
        </h1>
        <DoneNote />
        {status === 'PublisherStatusBanned' && (
          <BanNotice thing="publisher" publisherId={id} reason={reason} />
        )}
        <p>
          <a href={href(`/p/${id}`)}>As others see it</a>
        </p>
      </section>
      <section aria-labelledby="nodes">
        <h2 id="nodes">Nodes</h2>
        {list.total === 0 ? (
          <p class="quiet">There is no node here yet.</p>
        ) : (
          <ul class="list">
            {list.nodes.map((node) => (
              <li key={node.id}>
                <a href={href(`/account/publishers/${id}/nodes/${node.id}`)}>
                  <bdi>{node.name ?? node.id}</bdi>
                </a>
                <span class="quiet">{node.latest_version?.version}</span>
                {node.status !== 'NodeStatusActive' && <span class="tag bad">banned</span>}
              </li>
            ))}
          </ul>
        )}
        <Pager page={list.page} totalPages={list.totalPages} />
      </section>
      <DeletedNodes {...deleted} state={state} />
      {isOwner && (
        <section aria-labelledby="profile">
          <h2 id="profile">Profile</h2>
          <Form name="save" state={state} opened={openedAs(profileTexts(publisher))}>
            <PublisherFields publisher={publisher} />
            <div>
              <button name="do" value="save">
                Save
              </button>
            </div>
          </Form>
          <Confirmation name="delete" state={state} title={`Delete ${id}`} word={id}>
            This works once it has no nodes. It cannot be undone: its tokens end, and nobody can ever take its
            id again.
          </Confirmation>
        </section>
      )}
    </>
  );
};

/** Nobody else can find them, and without this list neither could their publisher. */
const DeletedNodes = ({
  nodes,
  total,
  page,
  totalPages,
  state,
}: ListPublisherNodesReply & Pick<OwnPublisherProps, 'state'>) =>
  total === 0 ? null : (
    <section aria-labelledby="deleted">
      <h2 id="deleted">Deleted nodes</h2>
      <ul class="list">
        {nodes.map(({ id }) => (
          <li key={id}>
            <bdi>{id}</bdi>
            <Form name="restore" which={id} state={state} isInline>
              <button name="do" value="restore" aria-label={`Restore ${id}`}>
                Restore
              </button>
            </Form>
          </li>
        ))}
      </ul>
      <Pager page={page} totalPages={totalPages} name="deleted" />
    </section>
  );
