import { SearchField } from './components/search-field.tsx';
import { renderPage } from './render-page.tsx';
import type { Site } from './site.ts';

export const errorPage: Site['errorPage'] = (visit, status, message) => {
  const title = status === 404 ? 'Not found' : 'Something went wrong';
  return renderPage(visit, 'person', {
    status,
    title,
    body: (
      <section class="notice">
        <h1>{title}</h1>
        <p>{message}</p>
        {status === 404 && <SearchField id="search-instead" value="" />}
      </section>
    ),
  });
};
