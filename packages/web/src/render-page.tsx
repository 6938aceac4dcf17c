import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Alert } from './components/alert.tsx';
import { SentTexts } from './components/sent-texts.tsx';
import type { FormState } from './forms/form-state.ts';
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
  const { status = 200, isIndexed = true, leaveTo, refusal, body } = view;
  const isListed = audience === 'anyone' && isIndexed && status === 200;
  const render = (page: VNode): string =>
    renderToString(<VisitContext.Provider value={visit}>{page}</VisitContext.Provider>);
  const isSaid = refusal === undefined || render(body).includes('role="alert"');
  const shown = isSaid ? view : { ...view, body: withRefusal(refusal, body) };
  const html = render(<Document view={shown} isIndexed={isListed} />);
  return { status, html: `<!doctype html>${html}`, isIndexed: isListed, leaveTo };
};

/** With what was wrong with a form that the page has no more, such as that of something deleted since, and its texts. */
const withRefusal = ({ message, faults, sent }: FormState, body: VNode): VNode => (
  <>
    <Alert>{faults.size === 0 ? message : [...faults.values()].join(' ')}</Alert>
    <SentTexts fields={sent} />
    {body}
  </>
);
