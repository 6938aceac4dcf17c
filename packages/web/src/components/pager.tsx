import { useHref, useVisit } from '../visit.ts';

interface PagerProps {
  page: number;
  totalPages: number;
}

/** Links to the neighbouring pages of a list, which keep the rest of the address. */
export const Pager = ({ page, totalPages }: PagerProps) => {
  const { address, query } = useVisit();
  const href = useHref();
  if (totalPages <= 1) return null;
  const to = (other: number): string => {
    const next = new URLSearchParams(query);
    next.set('page', String(other));
    return href(`${address.replace(/\?.*/s, '')}?${next.toString()}`);
  };
  return (
    <nav class="pager" aria-label="Pages">
      {page > 1 && (
        <a rel="prev" href={to(page - 1)}>
          Previous
        </a>
      )}
      <span>
        Page {page} of {totalPages}
      </span>
      {page < totalPages && (
        <a rel="next" href={to(page + 1)}>
          Next
        </a>
      )}
    </nav>
  );
};
