import { Type } from 'typebox';

const Counts = Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() }));

/** How many of the found nodes have which value, the most frequent values first. */
export const SearchFacets = Type.Object(
  {
    tags: Counts,
    category: Counts,
    supported_os: Counts,
    supported_accelerators: Counts,
    license: Counts,
  },
  { description: 'Counts of the found nodes; with `facets`' },
);

/** Where words of a query can be found, and `socket`: an app-node with the types that were asked for. */
export const searchFields = [
  'id',
  'name',
  'app_node',
  'tag',
  'publisher',
  'author',
  'description',
  'socket',
] as const;

/** Why a search found a node. */
export const SearchHit = Type.Object({
  node_id: Type.String(),
  reasons: Type.Optional(
    Type.Array(
      Type.Object({
        field: Type.Enum([...searchFields]),
        text: Type.String({ description: 'The text that has the words, or a part of it' }),
        words: Type.Array(Type.String(), { description: 'The words that were found, as the text has them' }),
      }),
      { description: 'With `highlights`' },
    ),
  ),
  numbers: Type.Optional(
    // Named one by one, so that a profile finds the host's name in them.
    Type.Object(
      {
        exact_id: Type.Number(),
        exact_name: Type.Number(),
        same_letters: Type.Number(),
        exact_app_node: Type.Number(),
        text: Type.Number(),
        coverage: Type.Number(),
        popularity: Type.Number(),
        search_ranking: Type.Number(),
        score: Type.Number(),
      },
      {
        description:
          'What the node is ordered by, each between 0 and 1, and their weighted sum, `score`; with `explain`, of the first 200 nodes',
      },
    ),
  ),
});
export type SearchHit = Type.Static<typeof SearchHit>;
