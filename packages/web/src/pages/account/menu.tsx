import {
  type Client,
  type GetMeReply,
  getMe,
  getNode,
  listMembers,
  listMyPublishers,
} from '@patchbay/client';
import { SignOutForm } from '../../components/sign-out-form.tsx';
import { isClientError } from '../../is-client-error.ts';
import { page } from '../../page.ts';
import { useHref } from '../../visit.ts';

type Link = readonly [path: string, label: string];

const publishersMax = 5;

/** What the visitor can do from the page `at`: the content of the menu that pages for anyone show. */
export const menuPage = page({
  path: '/account/menu',
  audience: 'person',
  show: async ({ client, query }) => {
    const me = await getMe(client);
    const { own, moderation } = await findPlace(client, query.get('at') ?? '', me);
    const links: readonly Link[] = [
      ...own,
      ...(me.isAdmin ? [[moderation, 'Moderate'] as const] : []),
      ['/account', 'Your account'],
    ];
    return { title: 'Menu', body: <Menu name={me.name} links={links} /> };
  },
});

interface Place {
  /** For members. */
  own: readonly Link[];
  moderation: string;
}

const nodePage = /^\/n\/([^/?]+)(?:\/v\/([^/?]+))?/;
const publisherPage = /^\/p\/([^/?]+)/;

const findPlace = async (client: Client, at: string, me: GetMeReply): Promise<Place> => {
  const [, nodeId, version] = nodePage.exec(at) ?? [];
  if (nodeId !== undefined) {
    const id = decode(nodeId);
    const node = await getNode(client, { nodeId: id }).catch(undefinedIfRefused);
    const publisherId = node?.publisher.id;
    const isMember = publisherId !== undefined && (await isMemberOf(client, publisherId, me));
    return {
      own: isMember
        ? [
            [`/account/publishers/${publisherId}/nodes/${node?.id}`, 'Manage'],
            [`/account/publishers/${publisherId}/publish`, 'Publish version'],
          ]
        : [],
      moderation:
        version === undefined ? `/moderate/nodes/${nodeId}` : `/moderate/versions/${nodeId}/${version}`,
    };
  }
  const [, publisherId] = publisherPage.exec(at) ?? [];
  if (publisherId !== undefined) {
    const isMember = await isMemberOf(client, decode(publisherId), me);
    return {
      own: isMember
        ? [
            [`/account/publishers/${publisherId}`, 'Manage'],
            [`/account/publishers/${publisherId}/publish`, 'Publish version'],
          ]
        : [],
      moderation: `/moderate/publishers/${publisherId}`,
    };
  }
  const publishers = await listMyPublishers(client, { limit: publishersMax });
  const own = publishers.map(({ id, name }): Link => [`/account/publishers/${id}`, `Manage ${name ?? id}`]);
  return { own, moderation: '/moderate' };
};

const isMemberOf = async (client: Client, publisherId: string, me: GetMeReply): Promise<boolean> => {
  const members = await listMembers(client, { publisherId }).catch(undefinedIfRefused);
  return members?.some(({ user }) => user.id === me.id) ?? false;
};

/** There is nothing to do at a page of nothing. */
const undefinedIfRefused = (error: unknown): undefined => {
  if (!isClientError(error)) throw error;
  return undefined;
};

/** A part of an address, which anyone can write. */
const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

const Menu = ({ name, links }: { name: string; links: readonly Link[] }) => {
  const href = useHref();
  return (
    <section>
      <h1>Menu</h1>
      <ul id="account-menu" class="plain">
        <li class="quiet">
          <bdi>{name}</bdi>
        </li>
        {links.map(([path, label]) => (
          <li key={path}>
            <a href={href(path)}>
              <bdi>{label}</bdi>
            </a>
          </li>
        ))}
        <li>
          <SignOutForm />
        </li>
      </ul>
    </section>
  );
};
