import type { ListingRow } from '../../packages/server/src/commands/import/catalogue.ts';

/** A query by which somebody looks for one node that they know. */
export interface KnownItem {
  kind: string;
  query: string;
  /** The ids of the nodes that are right: several where they have one name. */
  ids: ReadonlySet<string>;
}

const queriesPerKind = 400;
const typedCharsMin = 5;
const prefixShare = 0.7;

/** Numbers from 0 up to 1, the same in every run. */
const makeRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** Queries for items of a catalogue, of each kind as many as are wanted, or as it has. */
export const knownItems = (entries: readonly ListingRow[]): KnownItem[] => {
  const random = makeRandom(28);
  const pick = (max: number): number => Math.floor(random() * max);
  const byName = Map.groupBy(entries, ({ name }) => name.toLowerCase());
  const byAppNode = Map.groupBy(
    entries.flatMap(({ id, app_node_names }) => [...new Set(app_node_names)].map((name) => ({ id, name }))),
    ({ name }) => name,
  );
  const own = [...byAppNode].flatMap(([name, [only, other]]) =>
    only !== undefined && other === undefined && name.length >= typedCharsMin ? [{ id: only.id, name }] : [],
  );
  const shuffled = <Item>(items: readonly Item[]): Item[] =>
    items
      .map((item) => ({ item, key: random() }))
      .toSorted((one, other) => one.key - other.key)
      .map(({ item }) => item);
  const idsOf = (name: string): ReadonlySet<string> =>
    new Set((byName.get(name.toLowerCase()) ?? []).map(({ id }) => id));

  const ofNames = (kind: string, change: (name: string) => string | undefined): KnownItem[] =>
    shuffled(entries)
      .flatMap(({ name }) => {
        const query = change(name);
        return query === undefined ? [] : [{ kind, query, ids: idsOf(name) }];
      })
      .slice(0, queriesPerKind);
  const ofAppNodes = (kind: string, change: (name: string) => string | undefined): KnownItem[] =>
    shuffled(own)
      .flatMap(({ id, name }) => {
        const query = change(name);
        return query === undefined ? [] : [{ kind, query, ids: new Set([id]) }];
      })
      .slice(0, queriesPerKind);
  const changeLongest = (name: string, change: (word: string) => string): string | undefined => {
    const words = name.split(/([^\p{L}\p{N}]+)/u);
    const longest = words.toSorted((one, other) => other.length - one.length)[0] ?? '';
    if (longest.length < typedCharsMin || !/^[\p{L}\p{N}]+$/u.test(longest)) return undefined;
    return words.map((word) => (word === longest ? change(word) : word)).join('');
  };
  const mistype = (word: string): string => {
    const at = 1 + pick(word.length - 2);
    const letter = 'etaoinsrhl'[pick(10)] ?? 'e';
    return (
      [
        word.slice(0, at) + word.slice(at + 1),
        word.slice(0, at) + letter + word.slice(at),
        word.slice(0, at) + letter + word.slice(at + 1),
        word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
      ][pick(4)] ?? word
    );
  };
  const partsOf = (name: string): string[] =>
    name
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .split(/[^\p{L}\p{N}]+/u)
      .filter((part) => part !== '');
  return [
    ...ofNames('exact name', (name) => name),
    ...shuffled(entries)
      .slice(0, queriesPerKind)
      .map(({ id }) => ({ kind: 'exact id', query: id, ids: new Set([id]) })),
    ...ofNames('words out of order', (name) => {
      const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
      return words.length < 2 ? undefined : shuffled(words).join(' ').toLowerCase();
    }),
    ...ofNames('prefix', (name) =>
      name.length < 2 * typedCharsMin ? undefined : name.slice(0, Math.ceil(name.length * prefixShare)),
    ),
    ...ofNames('one typo', (name) => changeLongest(name, mistype)),
    ...ofNames('two words joined', (name) => {
      const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
      if (words.length < 2) return undefined;
      const at = pick(words.length - 1);
      return [...words.slice(0, at), `${words[at] ?? ''}${words[at + 1] ?? ''}`, ...words.slice(at + 2)]
        .join(' ')
        .toLowerCase();
    }),
    ...ofNames('a word split', (name) =>
      changeLongest(name.toLowerCase(), (word) => {
        const at = Math.floor(word.length / 2);
        return `${word.slice(0, at)} ${word.slice(at)}`;
      }),
    ),
    ...ofAppNodes('app-node as written', (name) => name),
    ...ofAppNodes('app-node with underscores', (name) => partsOf(name).join('_').toLowerCase()),
    ...ofAppNodes('app-node with spaces', (name) => partsOf(name).join(' ').toLowerCase()),
    ...ofAppNodes('Chinese, Japanese or Korean', (name) =>
      /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]{2}/u.test(name) ? name : undefined,
    ),
  ].filter(({ query }) => query.length <= 200);
};
