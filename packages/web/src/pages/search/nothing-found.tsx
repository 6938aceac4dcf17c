import { useHref } from '../../visit.ts';
import { type Asked, hasWords, searchFilters } from './asked.ts';
import { searchAddress } from './search-address.ts';

interface NothingFoundProps {
  asked: Asked;
  query: URLSearchParams;
}

/** What to do where there are no results. */
export const NothingFound = ({ asked, query }: NothingFoundProps) => {
  const href = useHref();
  const to = (changes: Readonly<Record<string, string>>): string => href(searchAddress(query, changes));
  const { q, app_node: appNode, os, accelerator } = asked;
  const isFiltered =
    os !== '' ||
    accelerator !== '' ||
    searchFilters.some((name) => asked[name] !== '') ||
    (q !== '' && appNode !== '');
  const unfiltered = Object.fromEntries(['os', 'accelerator', ...searchFilters].map((name) => [name, '']));
  if (!isFiltered && !hasWords(asked))
    return (
      <p class="notice">
        This registry is empty. <a href={href('/account')}>Publish the first node</a>.
      </p>
    );
  return (
    <div class="notice stack">
      <p>{hasWords(asked) ? 'No node matches all of this.' : 'No node matches these filters.'}</p>
      <ul>
        {isFiltered && (
          <li>
            <a href={to({ ...unfiltered, ...(q === '' ? {} : { app_node: '' }) })}>Search without filters</a>.
          </li>
        )}
        {/\s/.test(q) && <li>Use fewer words: a node must have all of them.</li>}
        {q !== '' && appNode === '' && (
          <li>
            <a href={to({ q: '', app_node: q })}>Search the names of app-nodes</a> for the same words.
          </li>
        )}
        {hasWords(asked) && (
          <li>
            If a workflow lacks its nodes, <a href={href('/workflow')}>open it here</a> to see which ones it
            needs.
          </li>
        )}
        <li>
          <a href={href('/search')}>See all nodes</a>.
        </li>
      </ul>
    </div>
  );
};
