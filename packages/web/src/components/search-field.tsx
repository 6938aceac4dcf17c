import { useHref } from '../visit.ts';

interface SearchFieldProps {
  value: string;
  isLarge?: boolean;
  /** Of the field, where the header of the page has one already. */
  id?: string;
}

/** A form for the search page, which works without scripts. */
export const SearchField = ({ value, isLarge = false, id = 'q' }: SearchFieldProps) => {
  const href = useHref();
  return (
    <form
      class={isLarge ? 'search large' : 'search'}
      role="search"
      aria-label={id === 'q' ? undefined : 'Search instead'}
      action={href('/search')}
    >
      <label class="hidden" for={id}>
        Search nodes
      </label>
      <input
        id={id}
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
