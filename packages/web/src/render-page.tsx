import { renderToString } from 'preact-render-to-string';
import { Document } from './layout/document.tsx';
import type { View } from './page.ts';
import type { PageAnswer, PageRoute, Visit } from './site.ts';
import { VisitContext } from './visit.ts';

/** The text of a page. */
export const renderPage = (
  visit: Visit,
  audience: PageRoute['audience'],
  view: View,
): Extract<PageAnswer, { html: string }> => {
  const { status = 200, isIndexed = true, leaveTo } = view;
  const isListed = audience === 'anyone' && isIndexed && status === 200;
  const html = renderToString(
    <VisitContext.Provider value={visit}>
      <Document view={view} isIndexed={isListed} />
    </VisitContext.Provider>,
  );
  return { status, html: `<!doctype html>${html}`, isIndexed: isListed, leaveTo };
};
