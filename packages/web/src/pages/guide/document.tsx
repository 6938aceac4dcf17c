import { GuideNav } from './guide-nav.tsx';
import { GuideText } from './guide-text.tsx';
import type { GuidePage } from '../../guide/guide-page.ts';
import { guide } from '../../guide/guide.ts';
import { type View, page } from '../../page.ts';

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
        <GuideText html={html} />
      </article>
    </div>
  );
};
