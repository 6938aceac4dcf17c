import { useHref, useVisit } from '../visit.ts';
import { SearchField } from '../components/search-field.tsx';

/** The same for everyone on a page for anyone, which can be kept. A person's page has a way out besides. */
export const Header = () => {
  const href = useHref();
  const { address, query, isSignedIn, formToken } = useVisit();
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
      {isSignedIn && (
        <form method="post" action={href('/sign-out')}>
          <input type="hidden" name="form_token" value={formToken} />
          <button>Sign out</button>
        </form>
      )}
    </header>
  );
};
