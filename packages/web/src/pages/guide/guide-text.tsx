import { sitePlace } from '../../guide/guide-page.ts';
import { useHref } from '../../visit.ts';

/** What the build rendered of a document, with links below the prefix of the site. */
export const GuideText = ({ html }: { html: string }) => {
  const prefix = useHref()('');
  return <div class="prose" dangerouslySetInnerHTML={{ __html: html.replaceAll(sitePlace, prefix) }} />;
};
