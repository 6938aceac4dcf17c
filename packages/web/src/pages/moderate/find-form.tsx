import { useHref } from '../../visit.ts';

interface FindFormProps {
  /** The page that finds. */
  place: string;
  label: string;
  value?: string;
}

/** Finds one thing by what is typed, with `q` in the address. */
export const FindForm = ({ place, label, value = '' }: FindFormProps) => (
  <form class="search" action={useHref()(place)}>
    <label class="hidden" for="find">
      {label}
    </label>
    <input id="find" name="q" value={value} placeholder={label} maxLength={200} required />
    <button>Find</button>
  </form>
);
