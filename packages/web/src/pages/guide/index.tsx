import { findPages } from '../../guide/find-pages.ts';
import { type GuideGroup, type GuidePage } from '../../guide/guide-page.ts';
import { guide } from '../../guide/guide.ts';
import { page } from '../../page.ts';
import { useHref } from '../../visit.ts';
import { GuideText } from './guide-text.tsx';

const wordsCharsMax = 200;

/** What people come to the docs for, or the documents that hold the words in `find`. */
export const guidePage = page({
  path: '/guide',
  audience: 'anyone',
  changesWith: 'catalogue',
  show: async ({ query }) => {
    const words = (query.get('find') ?? '').trim().slice(0, wordsCharsMax);
    return {
      title: words === '' ? 'Docs' : `${words} · Docs`,
      description: 'How to publish, install and moderate nodes, and how to run a registry.',
      isIndexed: words === '',
      body: (
        <>
          <h1>Docs</h1>
          <FindForm words={words} />
          {words === '' ? <Tasks /> : <Found words={words} />}
        </>
      ),
    };
  },
});

const FindForm = ({ words }: { words: string }) => {
  const href = useHref();
  return (
    <form class="search" role="search" aria-label="Docs" action={href('/guide')}>
      <label class="hidden" for="find">
        Search the docs
      </label>
      <input
        id="find"
        name="find"
        type="search"
        value={words}
        placeholder="Search the docs"
        maxlength={wordsCharsMax}
      />
      <button>Search</button>
    </form>
  );
};

const Found = ({ words }: { words: string }) => {
  const href = useHref();
  const found = findPages(words);
  return (
    <section class="stack" aria-label="Results">
      <p role="status">
        {found.length === 0 ? 'No document has all of these words.' : `Documents found: ${found.length}`}
      </p>
      <ul class="found">
        {found.map(({ page: { address, title, group }, excerpt }) => (
          <li key={address}>
            <a href={href(`/guide/${address}`)}>{title}</a> <span class="quiet">{group}</span>
            <p class="quiet">{excerpt}</p>
          </li>
        ))}
      </ul>
      <p>
        <a href={href('/guide')}>All docs</a>
      </p>
    </section>
  );
};

/** Least asked for last. */
const groups: readonly GuideGroup[] = ['Guide', 'Operations', 'Errors', 'Decisions'];

/** The contents of the docs are in the order of what people do. */
const contents = guide.pages.find(({ address }) => address === 'contents');

const Tasks = () => {
  const href = useHref();
  return (
    <>
      {contents !== undefined && <GuideText html={contents.html} />}
      <section aria-labelledby="registry">
        <h2 id="registry">This registry</h2>
        <ul class="index">
          <li>
            <a href={href('/guide/api')}>API reference</a>
          </li>
          <li>
            <a href={href('/guide/limits')}>Limits</a>
          </li>
          <li>
            <a href={href('/status')}>Status</a>
          </li>
        </ul>
      </section>
      {groups.map((group) => (
        <Group key={group} group={group} pages={guide.pages.filter((one) => one.group === group)} />
      ))}
    </>
  );
};

const Group = ({ group, pages }: { group: GuideGroup; pages: readonly GuidePage[] }) => {
  const href = useHref();
  return (
    <section aria-labelledby={group}>
      <h2 id={group}>{group === 'Guide' ? 'All documents' : group}</h2>
      <ul class="index">
        {pages.map(({ address, title }) => (
          <li key={address}>
            <a href={href(`/guide/${address}`)}>{title}</a>
          </li>
        ))}
      </ul>
    </section>
  );
};
