import { GuideNav } from './guide-nav.tsx';
import { type GuidePage, sitePlace } from '../../guide/guide-page.ts';
import { guide } from '../../guide/guide.ts';
import { type View, page } from '../../page.ts';
import { useHref, useVisit } from '../../visit.ts';

const pages = new Map(guide.pages.map((one) => [one.address, one]));

const show = (address: string): View => {
  const found = pages.get(address);
  if (found === undefined) {
    return {
      title: 'Not found',
      status: 404,
      body: (
        <section class="notice">
          <h1>Not found</h1>
          <p>The docs have no such page. The list beside shows all of them.</p>
          <GuideNav address="" />
        </section>
      ),
    };
  }
  return {
    title: found.title,
    description: `Docs of Patchbay: ${found.title}`.slice(0, 200),
    body: <Doc doc={found} />,
  };
};

/** A document of the repository. */
export const documentPage = page({
  path: '/guide/:name',
  audience: 'anyone',
  changesWith: 'catalogue',
  show: async ({ params }) => show(params['name'] ?? ''),
});

/** One of a folder of documents. */
export const folderPage = page({
  path: '/guide/:folder/:name',
  audience: 'anyone',
  changesWith: 'catalogue',
  show: async ({ params }) => show(`${params['folder']}/${params['name']}`),
});

const Doc = ({ doc: { address, title, contents, html } }: { doc: GuidePage }) => {
  const { publicUrl } = useVisit();
  const prefix = new URL(publicUrl).pathname.replace(/\/$/, '');
  return (
    <div class="guide">
      <GuideNav address={address} />
      <article class="prose">
        <h1>{title}</h1>
        {contents.length > 1 && (
          <details>
            <summary>On this page</summary>
            <ul>
              {contents.map(({ id, text, depth }) => (
                <li key={id} class={depth === 3 ? 'deep' : undefined}>
                  <a href={`#${id}`}>{text}</a>
                </li>
              ))}
            </ul>
          </details>
        )}
        <div class="prose" dangerouslySetInnerHTML={{ __html: html.replaceAll(sitePlace, prefix) }} />
      </article>
    </div>
  );
};

/** All pages of the docs. */
export const guidePage = page({
  path: '/guide',
  audience: 'anyone',
  changesWith: 'catalogue',
  show: async () => ({
    title: 'Docs',
    description: 'How to publish, install and moderate nodes, and how to run a registry.',
    body: <AllPages />,
  }),
});

const AllPages = () => {
  const href = useHref();
  const groups = Map.groupBy(guide.pages, ({ group }) => group);
  return (
    <>
      <h1>Docs</h1>
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
      {[...groups].map(([group, pages]) => (
        <section key={group} aria-labelledby={group}>
          <h2 id={group}>{group}</h2>
          <ul class="index">
            {pages.map(({ address, title }) => (
              <li key={address}>
                <a href={href(`/guide/${address}`)}>{title}</a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
};
