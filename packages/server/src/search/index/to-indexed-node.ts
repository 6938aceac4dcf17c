import type { AppNodeDefinition, NodeMetadata, NodeModeration, PublisherProfile } from '@patchbay/contract';
import { licenseName } from '@patchbay/contract/license-name';
import type { IndexedAppNode, IndexedNode, NodeSource } from './messages.ts';
import { fold } from './words.ts';

/** How much of a node is indexed: tags come before the description, because they are few and chosen. */
export interface IndexedMax {
  textChars: number;
  appNodeChars: number;
}

const tagsMax = 25;
const tagCharsMax = 64;
const licenseCharsMax = 40;
const socketsMax = 200;

export const toIndexedNode = (source: NodeSource, { textChars, appNodeChars }: IndexedMax): IndexedNode => {
  // The index keeps what this returns, and would keep the texts, too.
  const { metadataJson, moderationJson, profileJson, appNodes, ...columns } = source;
  const metadata = JSON.parse(metadataJson) as NodeMetadata;
  const moderation = JSON.parse(moderationJson) as NodeModeration;
  const profile = JSON.parse(profileJson) as PublisherProfile;
  const { name = '', author = '', category = '', description = '' } = metadata;
  const tags = (metadata.tags ?? []).slice(0, tagsMax).map((tag) => tag.slice(0, tagCharsMax));
  const named = [source.id, name, source.publisherId, profile.name ?? '', author, ...tags];
  const used = named.reduce((sum, text) => sum + text.length + 1, 0);
  const license = licenseName(metadata.license) ?? '';
  return {
    ...columns,
    name: name === '' ? source.id : name,
    author,
    category,
    description: description.slice(0, Math.max(0, textChars - used)).toWellFormed(),
    tags,
    license: license.length > licenseCharsMax ? '' : license,
    publisherName: profile.name ?? '',
    stars: moderation.github_stars ?? 0,
    ranking: moderation.search_ranking,
    appNodes: toAppNodes(appNodes, appNodeChars),
  };
};

const toAppNodes = (rows: NodeSource['appNodes'], charsMax: number): IndexedAppNode[] => {
  const appNodes: IndexedAppNode[] = [];
  let chars = 0;
  for (const { name, definitionJson } of rows) {
    const definition: AppNodeDefinition =
      definitionJson === null ? {} : (JSON.parse(definitionJson) as AppNodeDefinition);
    const { display_name: displayName = '', search_aliases: others = [] } = definition;
    const aliases = [displayName, ...others].filter((alias) => alias !== '' && alias !== name);
    chars += [name, ...aliases].reduce((sum, text) => sum + text.length + 1, 0);
    if (chars > charsMax) break;
    appNodes.push({
      name,
      aliases,
      takes: inputTypes(readJson(definition.input_types)),
      gives: outputTypes(readJson(definition.return_types)),
    });
  }
  return appNodes;
};

/** Of `{"required": {"image": ["IMAGE", {…}]}, "optional": {…}}`. */
const inputTypes = (types: unknown): string[] => {
  if (!isObject(types)) return [];
  const inputs = ['required', 'optional'].flatMap((group) =>
    isObject(types[group]) ? Object.values(types[group]) : [],
  );
  return typesOf(inputs.map((input) => (Array.isArray(input) ? (input[0] as unknown) : input)));
};

/** Of `["IMAGE", "MASK"]`. */
const outputTypes = (types: unknown): string[] => (Array.isArray(types) ? typesOf(types) : []);

/** A type may be several, as in `IMAGE,MASK`; a list of values is no socket. */
const typesOf = (types: readonly unknown[]): string[] => [
  ...new Set(
    types
      .slice(0, socketsMax)
      .flatMap((type) => (typeof type === 'string' ? type.split(',') : []))
      .map((type) => fold(type.trim()))
      .filter((type) => type !== ''),
  ),
];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined for a text that is no JSON, as publishers may have stored it. */
const readJson = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
};
