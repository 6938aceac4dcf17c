import { listPublishers } from '@patchbay/client';
import { Day } from '../../components/day.tsx';
import { StateTag } from '../../components/state-tag.tsx';
import { readNumber } from '../../read-number.ts';
import { useHref } from '../../visit.ts';
import { FindForm } from './find-form.tsx';
import { moderation } from './moderation.tsx';

const pageSize = 50;

/** All publishers, the newest first. */
export const publishers = moderation({
  path: '/moderate/publishers',
  show: async ({ client, query }) => {
    const id = query.get('q')?.trim().toLowerCase();
    if (id) return { redirect: `/moderate/publishers/${encodeURIComponent(id)}` };
    const page = readNumber(query, 'page', 1);
    const found = await listPublishers(client, { page, limit: pageSize });
    return { title: 'Publishers', body: <Publishers found={found} page={page} /> };
  },
});

const Publishers = ({ found, page }: { found: Awaited<ReturnType<typeof listPublishers>>; page: number }) => {
  const href = useHref();
  return (
    <>
      <h1>Publishers</h1>
      <FindForm place="/moderate/publishers" label="Id of a publisher" />
      <table>
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
      <nav class="pager" aria-label="Pages">
        {page > 1 && <a href={href(`/moderate/publishers?page=${page - 1}`)}>Previous</a>}
        {found.length === pageSize && <a href={href(`/moderate/publishers?page=${page + 1}`)}>Next</a>}
      </nav>
    </>
  );
};
