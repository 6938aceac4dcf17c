import { useHref, useVisit } from '../visit.ts';

interface PagerProps {
  page: number;
  /** Undefined where only this is known: that another page follows. 0 where nothing is on this one. */
  totalPages: number | undefined;
  /** The number's name in the query, where a page has several lists. */
  name?: string;
}

/** Links to the neighbouring pages of a list, which keep the rest of the address, and a way back from past its end. */
export const Pager = ({ page, totalPages, name = 'page' }: PagerProps) => {
  const { address, query } = useVisit();
  const href = useHref();
  const to = (other: number): string => {
    const next = new URLSearchParams(query);
    next.set(name, String(other));
    return href(`${address.replace(/\?.*/s, '')}?${next.toString()}`);
  };
  const last = Math.max(totalPages ?? page + 1, 1);
  if (page > last) {
    return (
      <p class="notice">
        This page is past the last one. <a href={to(last)}>Go to page {last}</a>.
      </p>
    );
  }
  if (last === 1) return null;
  return (
    <nav class="pager" aria-label="Pages">
      {page > 1 && (
        <a rel="prev" href={to(page - 1)}>
          Previous
        </a>
      )}
      <span>
        Page {page}
        {totalPages !== undefined && ` of ${totalPages}`}
      </span>
      {page < last && (
        <a rel="next" href={to(page + 1)}>
          Next
        </a>
      )}
    </nav>
  );
};
