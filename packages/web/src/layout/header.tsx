import { useHref, useVisit } from '../visit.ts';
import { SearchField } from '../components/search-field.tsx';

/** The same for everyone, so that the pages below it can be kept. */
export const Header = () => {
  const href = useHref();
  const { address, query } = useVisit();
  const isSearch = /^\/(search)?(\?|$)/.test(address);
  return (
    <header class="top">
      <a class="brand" href={href('/')}>
        Patchbay
      </a>
      {!isSearch && <SearchField value={query.get('q') ?? ''} />}
      <nav aria-label="Site">
        <a href={href('/search')}>Nodes</a>
        <a href={href('/workflow')}>Workflow</a>
        <a href={href('/guide')}>Docs</a>
        <a href={href('/account')}>Account</a>
      </nav>
    </header>
  );
};
