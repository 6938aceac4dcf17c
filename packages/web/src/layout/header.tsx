import { useHref, useVisit } from '../visit.ts';
import { SearchField } from '../components/search-field.tsx';
import { SignOutForm } from '../components/sign-out-form.tsx';

/**
 * The same for everyone on a page for anyone, which can be kept: the browser makes a menu of the link to the account.
 * A person's page has a way out besides.
 */
export const Header = () => {
  const href = useHref();
  const { address, query, isSignedIn } = useVisit();
  const menu = `/account/menu?at=${encodeURIComponent(address)}`;
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
        <a href={href('/account')} data-menu={isSignedIn ? undefined : href(menu)}>
          Account
        </a>
      </nav>
      {isSignedIn && <SignOutForm />}
    </header>
  );
};
