import { assetPath } from '../manifest.ts';
import type { View } from '../page.ts';
import { useHref, useVisit } from '../visit.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

/** The style sheets that some pages load besides that of all, by their addresses. */
const sheets: readonly (readonly [RegExp, string])[] = [
  [/^\/n\/[^/]+\/(?:v\/[^/]+\/source|diff\/)/, 'source.css'],
  [/^\/(?:account|moderate)\b/, 'desk.css'],
  [/^\/(?:workflow|design)\b/, 'workflow.css'],
  [/^\/guide\b/, 'guide.css'],
];

/** The names of all style sheets of a page. */
const stylesOf = (address: string): string[] => [
  'site.css',
  ...sheets.flatMap(([pattern, name]) => (pattern.test(address) ? [name] : [])),
];

interface DocumentProps {
  view: View;
  isIndexed: boolean;
}

/** Everything around what a page shows. */
export const Document = ({ view, isIndexed }: DocumentProps) => {
  const { title, description, picture, feed, canonical, body } = view;
  const { publicUrl, address, theme } = useVisit();
  const href = useHref();
  const own = publicUrl + (canonical ?? address.replace(/(?<=.)\/?(?:\?.*)?$/s, ''));
  const name = title === 'Patchbay' ? title : `${title} · Patchbay`;
  return (
    <html lang="en" data-theme={theme === 'system' ? undefined : theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{name}</title>
        {description !== undefined && <meta name="description" content={description} />}
        {!isIndexed && <meta name="robots" content="noindex" />}
        {isIndexed && <link rel="canonical" href={own} />}
        <meta property="og:title" content={title} />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content="Patchbay" />
        {description !== undefined && <meta property="og:description" content={description} />}
        <meta property="og:url" content={own} />
        <meta name="twitter:card" content={picture === undefined ? 'summary' : 'summary_large_image'} />
        {picture !== undefined && (
          <>
            <meta property="og:image" content={publicUrl + picture} />
            <meta property="og:image:type" content="image/png" />
            <meta property="og:image:width" content="1200" />
            <meta property="og:image:height" content="630" />
            <meta property="og:image:alt" content={title} />
          </>
        )}
        {stylesOf(address).map((name) => (
          <link key={name} rel="stylesheet" href={href(assetPath(name))} />
        ))}
        <link rel="icon" href={href('/favicon.svg')} type="image/svg+xml" />
        <link
          rel="search"
          type="application/opensearchdescription+xml"
          title="Patchbay"
          href={href('/opensearch.xml')}
        />
        {feed !== undefined && (
          <link rel="alternate" type="application/atom+xml" title={title} href={href(feed)} />
        )}
        <script type="module" src={href(assetPath('loader.ts'))} />
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to content
        </a>
        <Header />
        <main id="content" tabIndex={-1}>
          {body}
        </main>
        <Footer />
      </body>
    </html>
  );
};
