import { type GetPublisherReply, type ListNodesReply, getPublisher, listNodes } from '@patchbay/client';
import { clip } from '../clip.ts';
import { countOf } from '../count-of.ts';
import { Day } from '../components/day.tsx';
import { Markdown } from '../components/markdown.tsx';
import { NodeList } from '../components/node-list.tsx';
import { NodeMark } from '../components/node-mark.tsx';
import { OutLink } from '../components/out-link.tsx';
import { Pager } from '../components/pager.tsx';
import { plainText } from '../markdown/plain-text.ts';
import { page } from '../page.ts';
import { readNumber } from '../read-number.ts';
import { nameOf } from '../name-of.ts';

const pageSize = 24;
const membersMax = 50;
const descriptionMax = 2_000;

/** A publisher: who it is, its totals and its nodes, the most used first. */
export const publisherPage = page({
  path: '/p/:publisherId',
  audience: 'anyone',
  changesWith: 'catalogue',
  show: async ({ client, params, query }) => {
    const { publisherId = '' } = params;
    const publisher = await getPublisher(client, { publisherId });
    const listed = await listNodes(client, {
      publisher_id: publisher.id,
      sort: 'downloads;desc',
      page: readNumber(query, 'page', 1),
      limit: pageSize,
      installable: true,
      include_counts: true,
    });
    return {
      title: nameOf(publisher),
      isIndexed: publisher.status === 'PublisherStatusActive',
      feed: `/p/${encodeURIComponent(publisher.id)}/updates.atom`,
      ...(publisher.description !== undefined && {
        description: clip(plainText(publisher.description), 200),
      }),
      body: <Publisher publisher={publisher} listed={listed} />,
    };
  },
});

interface PublisherProps {
  publisher: GetPublisherReply;
  listed: ListNodesReply;
}

const Publisher = ({ publisher, listed }: PublisherProps) => (
  <>
    <section>
      <div class="named">
        <NodeMark id={publisher.id} />
        <h1>
          <bdi>{nameOf(publisher)}</bdi>
        </h1>
      </div>
      <p class="facts">
        <code>{publisher.id}</code>
        <span>{countOf(listed.total, 'node')}</span>
        <span>{countOf(publisher.totals.downloads, 'download')}</span>
        <span>
          since <Day time={publisher.createdAt} />
        </span>
      </p>
      {publisher.status === 'PublisherStatusBanned' && (
        <p class="notice">
          <span class="tag bad">Banned</span> A moderator banned this publisher. Its nodes cannot be
          installed.
        </p>
      )}
    </section>
    <div class="columns">
      <section class="stack" aria-labelledby="nodes">
        <h2 id="nodes">Nodes</h2>
        {listed.total === 0 && <p class="quiet">There is nothing to install here yet.</p>}
        <NodeList nodes={listed.nodes} />
        <Pager page={listed.page} totalPages={listed.totalPages} />
      </section>
      <About publisher={publisher} />
    </div>
  </>
);

const About = ({ publisher }: Pick<PublisherProps, 'publisher'>) => {
  const { description = '', members = [] } = publisher;
  const { website, source_code_repo: source, support } = publisher;
  const links = Object.entries({ Website: website, Source: source, Support: support });
  return (
    <section class="stack" aria-labelledby="about">
      <h2 id="about">About</h2>
      {description === '' && links.every(([, link = '']) => link === '') && (
        <p class="quiet">This publisher has added no description and no links.</p>
      )}
      {description !== '' && <Markdown text={description} charsMax={descriptionMax} />}
      <dl class="pairs">
        {links.map(
          ([label, link]) =>
            link !== undefined &&
            link !== '' && (
              <>
                <dt>{label}</dt>
                <dd>
                  <OutLink to={link} />
                </dd>
              </>
            ),
        )}
        {members.length > 0 && (
          <>
            <dt>Members</dt>
            <dd>
              {members.slice(0, membersMax).map(({ id, user }, index) => (
                <>
                  {index > 0 && ', '}
                  <bdi key={id}>{user.name}</bdi>
                </>
              ))}
              {members.length > membersMax && ` and ${members.length - membersMax} more`}
            </dd>
          </>
        )}
      </dl>
    </section>
  );
};
