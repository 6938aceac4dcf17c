import type { NodeVersionIdentifier, Profile } from '@patchbay/contract';
import type { FastifyBaseLogger } from 'fastify';
import { heavyTurn } from '../limits/heavy-turn.ts';
import { type LoggedChange, kindsOutsideDocuments } from '../store/log/change.ts';
import { type NodeCard, findNodeCards } from '../store/rows/node-cards.ts';
import { nodeKey } from '../store/rows/nodes.ts';
import type { ShownVersion } from '../store/rows/versions.ts';
import { numberKey } from '../store/sort-key.ts';
import type { ReadConnection, Store, Writer } from '../store/store.ts';
import {
  isForAll,
  type Renderer,
  type Values,
  fillDocument,
  fillVersion,
  fillVersions,
  latestVersionIn,
  makeRenderer,
} from './render.ts';
import {
  type DocumentQueries,
  divider,
  documentQueries,
  findUnrenderedNodes,
  findUnrenderedVersions,
  nodeDocumentKey,
  versionDocumentKey,
  writeDocumentRows,
} from './store.ts';

/** Versions that one statement looks up, which bounds the text that it answers with. */
const lookedUpAtOnce = 100;
/** Nodes that the first statement of a page reads; each further one reads about so many characters. */
const nodesReadFirst = 32;
const charsReadAtOnce = 1024 * 1024;
/** What one transaction of `fill` renders. */
const renderedAtOnce = 200;
const fillAfterMs = 5_000;

/**
 * The stored documents of listed nodes and their Active versions, rendered for one profile. A document that is missing
 * or that other code rendered is not found: whoever asks reads the rows instead, and `fill` renders it.
 */
export class Documents {
  readonly #store: Store;
  /** The address of this server, without a slash at its end. */
  readonly #publicUrl: () => string;
  readonly #log: FastifyBaseLogger;
  readonly #renderer: Renderer;
  readonly #queries: DocumentQueries;
  #filling: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(store: Store, profile: Profile, publicUrl: () => string, log: FastifyBaseLogger) {
    this.#store = store;
    this.#publicUrl = publicUrl;
    this.#log = log;
    this.#renderer = makeRenderer(profile);
    this.#queries = documentQueries(store.engine, this.#renderer.revision);
  }

  /** The JSON of a listed node. */
  async node(
    read: ReadConnection,
    id: string,
    { withTranslations }: { withTranslations: boolean },
  ): Promise<string | undefined> {
    const found = await this.#queries.findNode(read, nodeKey(id));
    return found && this.#fill(found.json, { downloads: found.downloads, withTranslations });
  }

  /**
   * The JSON of the nodes with these keys, in their order, as this caller sees them, without those that are gone. Long
   * ones are read a few at a time, between which others are answered.
   */
  async nodes(
    read: ReadConnection,
    keys: readonly string[],
    view: { inside: boolean; withTranslations: boolean },
  ): Promise<string[]> {
    const found: string[] = [];
    let chars = 0;
    for (let start = 0, size = nodesReadFirst; start < keys.length;) {
      if (start > 0) await heavyTurn();
      for (const json of await this.#nodes(read, keys.slice(start, start + size), view)) {
        chars += json.length;
        found.push(json);
      }
      start += size;
      size = Math.ceil((charsReadAtOnce * start) / Math.max(chars, 1));
    }
    return found;
  }

  async #nodes(
    read: ReadConnection,
    keys: readonly string[],
    { inside, withTranslations }: { inside: boolean; withTranslations: boolean },
  ): Promise<string[]> {
    const rows = await this.#queries.findNodes(read, JSON.stringify(keys.map(nodeDocumentKey)));
    const found = new Map(
      rows
        .filter(({ json }) => !inside || isForAll(json))
        .map(({ key, json, downloads }) => [key, this.#fill(json, { downloads, withTranslations })]),
    );
    const missing = keys.filter((key) => !found.has(key));
    if (missing.length > 0 && !inside) this.missed();
    for (const card of await findNodeCards(read, missing)) {
      const json = this.#renderer.node(card, { inside });
      found.set(card.node.key, this.#fill(json, { downloads: card.node.downloads, withTranslations }));
    }
    return keys.flatMap((key) => found.get(key) ?? []);
  }

  /** The JSON of an Active version of a listed node by its number. */
  async version(read: ReadConnection, nodeId: string, number: string): Promise<string | undefined> {
    const pair = pairOf({ node_id: nodeId, version: number });
    const json = pair && (await this.#queries.findVersion(read, ...pair));
    return json && fillVersion(json, this.#publicUrl());
  }

  /** As `version`, for all pairs, a hundred in a statement, in their order. */
  async versions(
    read: ReadConnection,
    pairs: readonly NodeVersionIdentifier[],
  ): Promise<(string | undefined)[]> {
    const [first] = pairs;
    // A database finds one row by its key in a fraction of the time that it takes for a list.
    if (pairs.length === 1 && first !== undefined)
      return [await this.version(read, first.node_id, first.version)];
    const keys = pairs.map((pair) => pairOf(pair)?.join('@'));
    // Many spellings can name one version.
    const asked = [...new Set(keys.filter((key) => key !== undefined))];
    const versions: (string | undefined)[] = [];
    for (let start = 0; start < asked.length; start += lookedUpAtOnce) {
      const some = JSON.stringify(asked.slice(start, start + lookedUpAtOnce));
      const found = fillVersions((await this.#queries.findVersions(read, some)) ?? '', this.#publicUrl());
      for (const json of found.split(divider)) versions.push(json === '' ? undefined : json);
    }
    if (asked.length === keys.length) return versions;
    const byKey = new Map(asked.map((key, index) => [key, versions[index]]));
    return keys.map((key) => (key === undefined ? undefined : byKey.get(key)));
  }

  /** The JSON of the latest version of a listed node. */
  async latestVersion(read: ReadConnection, nodeId: string): Promise<string | undefined> {
    const found = await this.#queries.findNode(read, nodeKey(nodeId));
    const json = found && latestVersionIn(found.json);
    return json && fillVersion(json, this.#publicUrl());
  }

  /** What `node` would answer if there were a document. */
  nodeFromRows(card: NodeCard, { withTranslations }: { withTranslations: boolean }): string {
    return this.#fill(this.#renderer.node(card), { downloads: card.node.downloads, withTranslations });
  }

  /** What `version` would answer if there were a document. */
  versionFromRows(version: ShownVersion, node: { id: string; publisherId: string }): string {
    return fillVersion(this.#renderer.version(version, node), this.#publicUrl());
  }

  /**
   * Renders what these changes left without a document, in their transaction. What concerns more rows than a change
   * names, as the versions of a node that has a new publisher, is left to `fill`.
   */
  async write(tx: Writer, changes: readonly LoggedChange[]): Promise<void> {
    const shown = changes.filter(({ kind }) => !kindsOutsideDocuments.has(kind));
    await this.#render(tx, {
      nodes: shown.flatMap(({ nodeKey }) => nodeKey ?? []),
      versions: subjectsOf(shown, 'version'),
      publishers: subjectsOf(shown, 'publisher'),
    });
  }

  /** Renders what has no document, a few at a time, in the background. */
  fill(): void {
    this.#filling ??= this.#renderMissing()
      .catch((error: unknown) => this.#log.error({ err: error }, 'documents could not be rendered'))
      .finally(() => {
        this.#filling = undefined;
      });
  }

  /** Notes that rows had to answer for a document: soon, all that are missing are rendered. */
  missed(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.fill();
    }, fillAfterMs).unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#filling;
  }

  #fill(json: string, values: Omit<Values, 'publicUrl'>): string {
    return fillDocument(json, { publicUrl: this.#publicUrl(), ...values });
  }

  async #renderMissing(): Promise<void> {
    const { read } = this.#store;
    const { revision } = this.#renderer;
    const kinds = [
      { find: findUnrenderedNodes, pick: (nodes: string[]) => ({ nodes }) },
      { find: findUnrenderedVersions, pick: (versions: string[]) => ({ versions }) },
    ];
    for (const { find, pick } of kinds) {
      for (let after = '', more = true; more && !this.#isStopped;) {
        const keys = await find(read, revision, { after, limit: renderedAtOnce });
        if (keys.length > 0)
          await this.#store.write({ actor: 'server' }, (tx) => this.#render(tx, pick(keys)));
        after = keys.at(-1) ?? '';
        more = keys.length === renderedAtOnce;
      }
    }
  }

  async #render(
    tx: Writer,
    {
      nodes = [],
      versions = [],
      publishers = [],
    }: { nodes?: readonly string[]; versions?: readonly string[]; publishers?: readonly string[] },
  ): Promise<void> {
    const { findNodesToRender, findNodesOfPublishersToRender, findVersionsToRender } = this.#queries;
    const find = <Found>(
      query: (read: ReadConnection, json: string) => Promise<Found[]>,
      keys: readonly string[],
    ): Promise<Found[]> | Found[] =>
      keys.length === 0 ? [] : query(tx.db, JSON.stringify([...new Set(keys)]));
    const cards = [
      ...(await find(findNodesToRender, nodes)),
      ...(await find(findNodesOfPublishersToRender, publishers)),
    ];
    const found = await find(findVersionsToRender, versions);
    const { revision, ...render } = this.#renderer;
    const rows = [
      ...cards.map((card) => ({
        key: nodeDocumentKey(card.node.key),
        node_key: card.node.key,
        json: render.node(card),
        revision,
      })),
      ...found.map(({ version, sortKey, node }) => ({
        key: versionDocumentKey(version.nodeKey, sortKey),
        node_key: version.nodeKey,
        json: render.version(version, node),
        revision,
      })),
    ];
    // A node may be named itself and by its publisher.
    await writeDocumentRows(tx, [...new Map(rows.map((row) => [row.key, row])).values()]);
  }
}

type Pair = readonly [id: string, sortKey: string];

/** What a version is looked up by. Undefined if there cannot be one: of what a database refuses to look up, too. */
const pairOf = ({ node_id: id, version }: NodeVersionIdentifier): Pair | undefined => {
  const sortKey = id.isWellFormed() && !/[\0@]/.test(id) ? numberKey(version) : undefined;
  return sortKey === undefined ? undefined : [nodeKey(id), sortKey];
};

const subjectsOf = (changes: readonly LoggedChange[], resource: string): string[] =>
  changes
    .filter(({ subject }) => subject.startsWith(`${resource}:`))
    .map(({ subject }) => subject.slice(resource.length + 1));
