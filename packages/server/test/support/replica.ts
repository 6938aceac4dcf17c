import assert from 'node:assert/strict';
import type { PublicChange } from '@patchbay/contract';

interface Head {
  last_seq: number;
  next: string;
  since?: number;
  nodes?: number;
  versions?: number;
}

type Change = Pick<PublicChange, 'kind' | 'node_id' | 'version_id' | 'former_ids'> & {
  node?: { former_ids?: readonly string[] };
  node_version?: { id: string; node_id: string };
};

const keyOf = (id: string): string => id.toLowerCase();
const inBytes = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** The catalogue as a client rebuilds it from documents and changes, with all versions or without. */
export class Replica {
  readonly #nodes = new Map<string, string>();
  readonly #versions = new Map<string, Map<string, string>>();
  next = '0';

  apply(changes: readonly Change[], next: string): void {
    for (const change of changes) this.#applyOne(change);
    this.next = next;
  }

  /** Takes a whole catalogue in place of everything, or what changed. */
  read(text: string): Head {
    assert.ok(text.endsWith('\n'), 'the last line ends');
    const [first, ...lines] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const head: Head = first.catalogue;
    if (head.since === undefined) {
      this.#nodes.clear();
      this.#versions.clear();
    }
    for (const line of lines) {
      if (line.kind !== undefined) this.#applyOne(line);
      else if (line.node !== undefined) this.#nodes.set(keyOf(line.node.id), JSON.stringify(line.node));
      else this.#putVersion(line.node_version);
    }
    this.next = head.next;
    return head;
  }

  /** The lines of the catalogue behind the first one. */
  lines(): string[] {
    return [...this.#nodes]
      .toSorted(([one], [other]) => inBytes(one, other))
      .flatMap(([key, json]) => [
        `{"node":${json}}`,
        ...[...(this.#versions.get(key) ?? [])]
          .toSorted(([one], [other]) => inBytes(one, other))
          .map(([, version]) => `{"node_version":${version}}`),
      ]);
  }

  #applyOne({
    kind,
    node_id: id,
    version_id: versionId = '',
    node,
    node_version: version,
    ...of
  }: Change): void {
    const key = keyOf(id);
    for (const former of node?.former_ids ?? of.former_ids ?? []) {
      this.#nodes.delete(keyOf(former));
      this.#versions.delete(keyOf(former));
    }
    if (node !== undefined) this.#nodes.set(key, JSON.stringify(node));
    else if (version !== undefined) this.#putVersion(version);
    else if (kind === 'node.removed') {
      this.#nodes.delete(key);
      this.#versions.delete(key);
    } else this.#versions.get(key)?.delete(versionId);
  }

  #putVersion(version: { id: string; node_id: string }): void {
    const key = keyOf(version.node_id);
    const known = this.#versions.get(key) ?? new Map<string, string>();
    this.#versions.set(key, known.set(version.id, JSON.stringify(version)));
  }
}

/** The lines of a catalogue behind the first one. */
export const linesOf = (text: string): string[] => text.trimEnd().split('\n').slice(1);
