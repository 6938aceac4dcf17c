import { useHref } from '../visit.ts';

interface SearchFieldProps {
  value: string;
  isLarge?: boolean;
}

/** A form for the search page, which works without scripts. */
export const SearchField = ({ value, isLarge = false }: SearchFieldProps) => {
  const href = useHref();
  return (
    <form class={isLarge ? 'search large' : 'search'} role="search" action={href('/search')}>
      <label class="hidden" for="q">
        Search nodes
      </label>
      <input
        id="q"
        name="q"
        type="search"
        value={value}
        placeholder="Search nodes"
        maxlength={200}
        aria-keyshortcuts="/"
      />
      <button>Search</button>
    </form>
  );
};
