import { type KeyObject, hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { OutboundError } from '../outbound/outbound-agent.ts';
import { nodeKey } from '../store/rows/nodes.ts';
import { UnusableError, readAppNode, readVersion } from './read-resources.ts';
import { type Piece, type SetManifest, readManifest, setFiles } from './set-manifest.ts';
import {
  type Gone,
  type Portion,
  PositionLostError,
  type Source,
  SourceError,
  type VersionsOfNode,
  type WantedPackage,
} from './source.ts';

interface Position {
  /** The set, by when it was written. */
  set?: string;
  /** Where in the catalogue the next piece begins, in bytes. */
  at?: number;
  /** Those that were chosen; undefined if all were. */
  chosen?: string;
}

interface Line {
  node: object;
  versions: readonly unknown[];
}

interface Options {
  /** What the set must be signed with. */
  key: KeyObject | undefined;
  /** Only these nodes, by key; all of the set if undefined. */
  chosen: ReadonlySet<string> | undefined;
}

/** A set that `mirror --to` wrote to a folder, and that a later one may take the place of. */
export const openFolderSource = (folder: string, options: Options): Source =>
  new FolderSource(folder, options);

class FolderSource implements Source {
  readonly name: string;
  readonly form = { completes: false };
  readonly #key: Options['key'];
  readonly #chosen: Options['chosen'];
  #origin: string | undefined;
  /** The lines of the last portion, by node key. */
  #lines = new Map<string, Line>();

  constructor(folder: string, { key, chosen }: Options) {
    this.name = folder;
    this.#key = key;
    this.#chosen = chosen;
  }

  get origin(): string | undefined {
    // Known the next time. What is wrong with the set is said where it is followed.
    if (this.#origin === undefined) void this.#readManifest().catch(() => undefined);
    return this.#origin;
  }

  async next(written: string): Promise<Portion> {
    const { set, at = 0, chosen: before } = JSON.parse(written) as Position;
    const chosen = this.#chosen && [...this.#chosen].toSorted().join();
    const manifest = await this.#readManifest();
    const { written_at: current } = manifest;
    this.#requireSet(set, current);
    if (at > 0 && chosen !== before) throw this.#anew(current);
    const { piece, isLast } = this.#find(manifest, at);
    const all = piece === undefined ? [] : await this.#read(piece, at);
    const lines = all.filter(
      (line) => this.#chosen === undefined || idsOf(line).some((id) => this.#chosen?.has(nodeKey(id))),
    );
    this.#lines = new Map(lines.map((line) => [keyOf(line), line]));
    const end = at + (piece?.bytes ?? 0);
    const position: Position = { set: current, at: end, ...(chosen !== undefined && { chosen }) };
    return {
      nodes: lines.map(({ node }) => node),
      touched: new Map(lines.map((line) => [keyOf(line), numbersOf(line.versions)])),
      formerIds: new Map(),
      position: JSON.stringify(position),
      hasMore: !isLast,
      isWhole: true,
      endsPass: isLast && (piece !== undefined || at === 0),
    };
  }

  async #readManifest(): Promise<SetManifest> {
    const manifest = await readManifest(this.name, this.#key);
    this.#origin = manifest.source;
    return manifest;
  }

  /** An older set would bring back what was deleted or banned since, whoever signed it. */
  #requireSet(known: string | undefined, current: string): void {
    if (known === undefined || known === current) return;
    if (current < known) {
      throw new SourceError(
        `${this.name} has a set of ${current}, which is older than the one of ${known} that was read before; copy a newer one there`,
      );
    }
    throw this.#anew(current);
  }

  /** All of the set is to be read again. */
  #anew(set: string): PositionLostError {
    const position: Position = { set };
    return new PositionLostError(
      `${this.name} has another set, or others are chosen`,
      JSON.stringify(position),
    );
  }

  /** The piece that begins at a place of the catalogue; undefined at its end. */
  #find({ catalogue, written_at: set }: SetManifest, at: number): { piece?: Piece; isLast: boolean } {
    let start = 0;
    for (const [index, piece] of catalogue.entries()) {
      if (start === at) return { piece, isLast: index === catalogue.length - 1 };
      start += piece.bytes;
    }
    if (start === at) return { isLast: true };
    throw this.#anew(set);
  }

  /** Read into memory first, so that what was verified is what is used. */
  async #read({ bytes, sha256 }: Piece, at: number): Promise<Line[]> {
    const path = join(this.name, setFiles.catalogue);
    const read = async (): Promise<Buffer> => {
      await using file = await open(path);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at);
      return buffer.subarray(0, bytesRead);
    };
    const content = await read().catch((cause: unknown) => {
      throw new SourceError(`${path} cannot be read`, { cause });
    });
    if (hash('sha256', content, 'hex') !== sha256) {
      throw new SourceError(
        `${path} is not what ${setFiles.manifest} says, from byte ${at} on; copy the set again`,
      );
    }
    return content
      .toString()
      .split('\n')
      .flatMap((text) => (text === '' ? [] : parseLine(text, path)));
  }

  /** A node that no line of the set has. */
  node(): Promise<object | Gone> {
    return Promise.resolve('NodeStatusDeleted');
  }

  async versions(...[nodeId, wants]: Parameters<Source['versions']>): Promise<VersionsOfNode> {
    const faults: string[] = [];
    const versions: VersionsOfNode['versions'][number][] = [];
    for (const sent of this.#lines.get(nodeKey(nodeId))?.versions ?? []) {
      try {
        const version = readVersion(sent, this.form);
        const { app_nodes: appNodes } = sent as { app_nodes?: unknown };
        const isWanted = Array.isArray(appNodes) && (await wants(version));
        const read = () =>
          new Map((appNodes as unknown[]).map(readAppNode).filter((appNode) => appNode !== undefined));
        versions.push({ ...version, readAppNodes: isWanted ? read : undefined });
      } catch (error) {
        if (!(error instanceof UnusableError)) throw error;
        faults.push(error.message);
      }
    }
    return { versions, faults };
  }

  async openPackage({ sha256 }: WantedPackage): Promise<Readable> {
    if (sha256 === undefined) throw new SourceError('the set has no digest of the package');
    const path = join(this.name, setFiles.packages, `${sha256}.zip`);
    const file = await open(path).catch((cause: unknown) => {
      throw new OutboundError(`${path} cannot be read`, { passes: true, cause });
    });
    return file.createReadStream();
  }
}

const parseLine = (text: string, path: string): Line => {
  try {
    const { node, versions } = JSON.parse(text) as { node?: unknown; versions?: unknown };
    if (typeof node === 'object' && node !== null && Array.isArray(versions)) return { node, versions };
  } catch (cause) {
    throw new SourceError(`${path} has a line that is not JSON; copy the set again`, { cause });
  }
  throw new SourceError(`${path} has a line without a node; copy the set again`);
};

const idsOf = ({ node }: Line): string[] => {
  const { id, former_ids: formerIds } = node as { id?: unknown; former_ids?: unknown };
  return [id, ...(Array.isArray(formerIds) ? (formerIds as unknown[]) : [])].map(String);
};

const keyOf = ({ node }: Line): string => nodeKey(String((node as { id?: unknown }).id));

const numbersOf = (versions: readonly unknown[]): ReadonlySet<string> =>
  new Set(versions.map((version) => String((version as { version?: unknown }).version)));
