import type { SearchNodesReply } from '@patchbay/client';
import { clip } from '../../clip.ts';
import { useHref } from '../../visit.ts';
import { type Asked, searchFilters } from './asked.ts';
import { searchAddress } from './search-address.ts';

interface FacetsProps {
  asked: Asked;
  facets: SearchNodesReply['facets'];
  query: URLSearchParams;
}

/** The facets that are shown: their parameter, and what they are called. */
const shown = {
  tags: ['tag', 'Tags'],
  category: ['category', 'Category'],
  supported_os: ['os', 'System'],
  supported_accelerators: ['accelerator', 'Accelerator'],
  license: ['license', 'License'],
} as const;
const [valuesMax, charsMax] = [6, 40];

/** By what the results can be narrowed, with counts, and by what they are. */
export const Facets = ({ asked, facets, query }: FacetsProps) => {
  const href = useHref();
  const active = searchFilters.filter((name) => asked[name] !== '');
  const rows = Object.entries(shown).flatMap(([facet, [parameter, name]]) => {
    const values = facets?.[facet as keyof typeof shown] ?? [];
    // One value that all have narrows nothing.
    return asked[parameter] !== '' || values.length < 2 ? [] : [{ parameter, name, values }];
  });
  if (active.length + rows.length === 0) return null;
  return (
    <nav class="quiet" aria-label="Narrow the results">
      {active.map((name) => (
        <p key={name}>
          Only {name} <bdi>{clip(asked[name], charsMax)}</bdi>.{' '}
          <a href={href(searchAddress(query, { [name]: '' }))}>
            Remove<span class="hidden"> the filter by {name}</span>
          </a>
        </p>
      ))}
      {rows.map(({ parameter, name, values }) => (
        <p key={name}>
          {name}:{' '}
          {values.slice(0, valuesMax).map(({ value, count }, index) => (
            <>
              {index > 0 && ', '}
              <a href={href(searchAddress(query, { [parameter]: value }))} dir="auto">
                {clip(value, charsMax)}
              </a>{' '}
              {count}
            </>
          ))}
        </p>
      ))}
    </nav>
  );
};
