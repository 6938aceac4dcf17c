import type { SearchNodesArgs } from '@patchbay/client';
import { readNumber } from '../../read-number.ts';
import { type NodeOrder, isNodeOrder } from './node-orders.ts';

/** What the address of the search asks for; empty text is no filter. */
export interface Asked {
  q: string;
  app_node: string;
  os: string;
  accelerator: string;
  tag: string;
  category: string;
  license: string;
  /** A type that an app-node takes, and one that it gives. */
  takes: string;
  gives: string;
  sort: NodeOrder;
}

/** The filters that only a search has. */
export const searchFilters = ['tag', 'category', 'license', 'takes', 'gives'] as const;

export const readAsked = (query: URLSearchParams): Asked => {
  const text = (name: string): string => query.get(name)?.trim() ?? '';
  const sort = text('sort');
  return {
    q: text('q'),
    app_node: text('app_node'),
    os: text('os'),
    accelerator: text('accelerator'),
    tag: text('tag'),
    category: text('category'),
    license: text('license'),
    takes: text('takes'),
    gives: text('gives'),
    sort: isNodeOrder(sort) ? sort : 'downloads',
  };
};

/** Whether there are words, so that the results are ordered by relevance. */
export const hasWords = ({ q, app_node: appNode }: Pick<Asked, 'q' | 'app_node'>): boolean =>
  q !== '' || appNode !== '';

/** Whether it is a search, and not the list of all nodes. */
export const isSearch = (asked: Asked): boolean =>
  hasWords(asked) || searchFilters.some((name) => asked[name] !== '');

/** The query of an address that asks for the same, without an order and a page; empty for all nodes. */
export const queryOf = ({ sort: _sort, ...asked }: Asked): string => {
  const given = Object.entries(asked).filter(([, value]) => value !== '');
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
};

/** What the registry is asked. */
export const argsOf = (asked: Asked, query: URLSearchParams, limit: number): SearchNodesArgs => {
  const { q, app_node, os, accelerator, tag, category, license, takes, gives } = asked;
  const args = {
    search: q,
    app_node_search: app_node,
    supported_os: os,
    supported_accelerator: accelerator,
    tag,
    category,
    license,
  };
  const given = Object.entries(args).filter(([, value]) => value !== '');
  return {
    ...Object.fromEntries(given),
    ...(takes !== '' && { takes: takes.split(',') }),
    ...(gives !== '' && { gives: gives.split(',') }),
    ...(q !== '' && query.get('typos') === 'false' && { typos: false }),
    limit,
    page: readNumber(query, 'page', 1),
    installable: true,
  };
};
