import { type Client, type Publisher, RegistryError, getPublisher, listPublishers } from '@patchbay/client';
import { Day } from '../../components/day.tsx';
import { Pager } from '../../components/pager.tsx';
import { StateTag } from '../../components/state-tag.tsx';
import { lastPage } from '../../last-page.ts';
import { readNumber } from '../../read-number.ts';
import { useHref } from '../../visit.ts';
import { FindForm } from './find-form.tsx';
import { moderation } from './moderation.tsx';

const pageSize = 50;

/** All publishers, the newest first. */
export const publishers = moderation({
  path: '/moderate/publishers',
  show: async ({ client, query }) => {
    const id = query.get('q')?.trim().toLowerCase() ?? '';
    if (id !== '' && (await isPublisher(client, id)))
      return { redirect: `/moderate/publishers/${encodeURIComponent(id)}` };
    const place = { page: readNumber(query, 'page', 1), limit: pageSize };
    const found = await listPublishers(client, place);
    const totalPages = await lastPage(found, place, (at) => listPublishers(client, at));
    return {
      title: 'Publishers',
      body: <Publishers id={id} found={found} page={place.page} totalPages={totalPages} />,
    };
  },
});

const isPublisher = async (client: Client, publisherId: string): Promise<boolean> => {
  try {
    await getPublisher(client, { publisherId });
    return true;
  } catch (error) {
    if (error instanceof RegistryError && error.status === 404) return false;
    throw error;
  }
};

interface PublishersProps {
  /** That was looked for. */
  id: string;
  found: readonly Publisher[];
  page: number;
  totalPages: number | undefined;
}

const Publishers = ({ id: sought, found, page, totalPages }: PublishersProps) => {
  const href = useHref();
  return (
    <>
      <h1>Publishers</h1>
      <FindForm place="/moderate/publishers" label="Id of a publisher" value={sought} />
      {sought !== '' && <p role="status">No publisher has this id.</p>}
      <table>
        <colgroup>
          <col width="35%" />
          <col width="25%" />
          <col width="20%" />
          <col width="20%" />
        </colgroup>
        <thead>
          <tr>
            <th>Id</th>
            <th>Name</th>
            <th>Since</th>
            <th>State</th>
          </tr>
        </thead>
        <tbody>
          {found.map(({ id, name, createdAt, status }) => (
            <tr key={id}>
              <td>
                <a href={href(`/moderate/publishers/${id}`)}>{id}</a>
              </td>
              <td dir="auto">{name}</td>
              <td>
                <Day time={createdAt} />
              </td>
              <td>
                <StateTag status={status} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Pager page={page} totalPages={totalPages} />
    </>
  );
};
