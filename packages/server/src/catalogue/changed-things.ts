import {
  type FollowedChange,
  findActiveVersionIds,
  findNodeKeysOfPublisher,
} from '../store/log/followed-changes.ts';
import type { ReadConnection } from '../store/store.ts';
import { type Effect, effectOf, publicKind, subjectOf } from './effects.ts';
import { type Place, isWithin } from './position.ts';

/** A node or a version of one that may have changed. */
export interface Thing extends Place {
  /** Of its last change. */
  seq: number;
  at: string;
  action?: string | undefined;
  appNode?: string | undefined;
}

/** What was changed by one change of the log, and by no later one. */
interface Scope extends Pick<Thing, 'seq' | 'at' | 'action' | 'appNode'> {
  effect: Effect;
  /** Of its node, or of its publisher. */
  id: string;
  versionId: string;
}

export interface Wanted {
  withVersions: boolean;
  /** What comes after it in the first change is wanted. */
  after?: Place | undefined;
}

const readAtOnce = 500;

const keyOfNode = (nodeKey: string): string => `node ${nodeKey}`;
const keyOfVersion = (versionId: string): string => `version ${versionId}`;

/**
 * What these changes may have changed, each node and version once, at its last change, in the order of changes and
 * places. What a change of a publisher concerns is looked up as it is needed.
 */
export class ChangedThings {
  readonly #read: ReadConnection;
  readonly #wanted: Wanted;
  readonly #scopes = new Map<string, Scope>();
  readonly #first: number;

  constructor(read: ReadConnection, changes: readonly FollowedChange[], wanted: Wanted) {
    this.#read = read;
    this.#wanted = wanted;
    this.#first = changes[0]?.seq ?? 0;
    for (const change of changes) this.#add(change);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Thing, void, undefined> {
    for (const scope of this.#scopes.values()) {
      const after = scope.seq === this.#first ? this.#wanted.after : undefined;
      for await (const place of this.#placesOf(scope, after)) {
        const { seq, at, action, appNode } = scope;
        if (!isWithin(place, after)) yield { ...place, seq, at, action, appNode };
      }
    }
  }

  #add(change: FollowedChange): void {
    const effect = effectOf(change);
    if (effect === 'none') return;
    const { seq, at, kind, nodeKey } = change;
    const { id, appNode } = subjectOf(change);
    const scope = { seq, at, action: publicKind(kind), appNode, id: nodeKey ?? id, versionId: '' };
    const isOfNode = effect === 'node' || effect === 'version';
    this.#put(isOfNode ? keyOfNode(scope.id) : `${effect} ${scope.id}`, {
      ...scope,
      effect: isOfNode ? 'node' : effect,
    });
    if (effect === 'version' && this.#wanted.withVersions) {
      this.#put(keyOfVersion(id), { ...scope, effect, versionId: id });
    }
  }

  /** Moves it to the end. */
  #put(key: string, scope: Scope): void {
    this.#scopes.delete(key);
    this.#scopes.set(key, scope);
  }

  async *#placesOf(scope: Scope, after: Place | undefined): AsyncGenerator<Place, void, undefined> {
    const { effect, id, versionId, seq } = scope;
    switch (effect) {
      case 'node':
      case 'version':
        yield { nodeKey: id, versionId };
        return;
      case 'node and versions':
        yield* this.#nodeAndVersions(id, seq, after);
        return;
      default:
        for await (const nodeKey of this.#nodesOf(id, after?.nodeKey ?? '')) {
          if (effect === 'nodes and versions') yield* this.#nodeAndVersions(nodeKey, seq, after);
          else if (this.#isLast(keyOfNode(nodeKey), seq)) yield { nodeKey, versionId: '' };
        }
    }
  }

  async *#nodeAndVersions(nodeKey: string, seq: number, after: Place | undefined) {
    if (this.#isLast(keyOfNode(nodeKey), seq)) yield { nodeKey, versionId: '' };
    if (!this.#wanted.withVersions) return;
    let last = after?.nodeKey === nodeKey ? after.versionId : '';
    for (let more = true; more;) {
      const ids = await findActiveVersionIds(this.#read, nodeKey, { after: last, limit: readAtOnce });
      for (const versionId of ids) {
        if (this.#isLast(keyOfVersion(versionId), seq)) yield { nodeKey, versionId };
      }
      last = ids.at(-1) ?? '';
      more = ids.length === readAtOnce;
    }
  }

  async *#nodesOf(publisherId: string, first: string): AsyncGenerator<string, void, undefined> {
    let from = first;
    for (let more = true; more;) {
      const keys = await findNodeKeysOfPublisher(this.#read, publisherId, { from, limit: readAtOnce });
      yield* keys;
      // The lowest text above the last key.
      from = `${keys.at(-1) ?? ''}\u0001`;
      more = keys.length === readAtOnce;
    }
  }

  /** Whether no later change is about it alone. */
  #isLast(key: string, seq: number): boolean {
    return (this.#scopes.get(key)?.seq ?? 0) <= seq;
  }
}
