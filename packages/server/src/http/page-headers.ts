import type { BarePage } from '../operations/answers.ts';

/** What a bare array cannot contain: the number of items and the URLs of the neighbouring pages. */
export const pageHeaders = (
  address: string,
  { page, limit, total }: Pick<BarePage<unknown>, 'page' | 'limit' | 'total'>,
): Record<string, string> => {
  const [path = '', query = ''] = address.split(/\?(.*)/s);
  const link = (to: number, rel: string): string => {
    const parameters = new URLSearchParams(query);
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
