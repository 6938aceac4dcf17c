import type { BarePage } from '../operations/answers.ts';
import { searchParamsOf } from './search-params-of.ts';

/**
 * What a bare array cannot contain: the number of items and the URLs of the neighbouring pages, for a request to `url`
 * with a validated query.
 */
export const pageHeaders = (
  url: string,
  query: unknown,
  { page, limit, total }: Pick<BarePage<unknown>, 'page' | 'limit' | 'total'>,
): Record<string, string> => {
  const path = url.replace(/[?#].*/s, '');
  const link = (to: number, rel: string): string => {
    const parameters = searchParamsOf(query);
    parameters.set('page', String(to));
    parameters.set('limit', String(limit));
    return `<${path}?${parameters.toString()}>; rel="${rel}"`;
  };
  const last = Math.ceil(total / limit);
  const links = [
    ...(page > 1 && last > 0 ? [link(Math.min(page - 1, last), 'prev')] : []),
    ...(page < last ? [link(page + 1, 'next')] : []),
  ];
  return { 'x-total-count': String(total), ...(links.length === 0 ? {} : { link: links.join(', ') }) };
};
