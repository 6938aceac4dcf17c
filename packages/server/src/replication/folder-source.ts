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
}

interface Line {
  node: object;
  versions: readonly unknown[];
}

/**
 * A set that `mirror --to` wrote to a folder, and that a later one may take the place of. With a key, only what was
 * signed with it is read.
 */
export const openFolderSource = (folder: string, key: KeyObject | undefined): Source =>
  new FolderSource(folder, key);

class FolderSource implements Source {
  readonly name: string;
  readonly form = { completes: false };
  readonly #key: KeyObject | undefined;
  #origin: string | undefined;
  /** The lines of the last portion, by node key. */
  #lines = new Map<string, Line>();

  constructor(folder: string, key: KeyObject | undefined) {
    this.name = folder;
    this.#key = key;
  }

  get origin(): string | undefined {
    // Known the next time. What is wrong with the set is said where it is followed.
    if (this.#origin === undefined) void this.#readManifest().catch(() => undefined);
    return this.#origin;
  }

  async next(written: string): Promise<Portion> {
    const { set, at = 0 } = JSON.parse(written) as Position;
    const manifest = await this.#readManifest();
    const { written_at: current } = manifest;
    this.#requireSet(set, current);
    const { piece, isLast } = this.#find(manifest, at);
    const lines = piece === undefined ? [] : await this.#read(piece, at);
    this.#lines = new Map(lines.map((line) => [keyOf(line), line]));
    const position: Position = { set: current, at: at + (piece?.bytes ?? 0) };
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
    const position: Position = { set: current };
    throw new PositionLostError(`${this.name} has another set`, JSON.stringify(position));
  }

  /** The piece that begins at a place of the catalogue; undefined at its end. */
  #find({ catalogue, written_at: set }: SetManifest, at: number): { piece?: Piece; isLast: boolean } {
    let start = 0;
    for (const [index, piece] of catalogue.entries()) {
      if (start === at) return { piece, isLast: index === catalogue.length - 1 };
      start += piece.bytes;
    }
    if (start === at) return { isLast: true };
    const position: Position = { set };
    throw new PositionLostError(`${this.name} has another set`, JSON.stringify(position));
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

const keyOf = ({ node }: Line): string => nodeKey(String((node as { id?: unknown }).id));

const numbersOf = (versions: readonly unknown[]): ReadonlySet<string> =>
  new Set(versions.map((version) => String((version as { version?: unknown }).version)));
