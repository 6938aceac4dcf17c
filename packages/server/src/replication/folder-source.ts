import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { OutboundError } from '../outbound/outbound-agent.ts';
import { nodeKey } from '../store/rows/nodes.ts';
import { UnusableError, readAppNode, readVersion } from './read-resources.ts';
import {
  type Gone,
  type Portion,
  PositionLostError,
  type Source,
  SourceError,
  type VersionsOfNode,
  type WantedPackage,
} from './source.ts';

/** The files of a set. */
export const setFiles = {
  /** What it is: `{"format": 1, "source": …, "written_at": …, "nodes": …}`; written last. */
  manifest: 'set.json',
  /** One line of JSON for each node: `{"node": …, "versions": [{…, "app_nodes": […]}]}`. */
  catalogue: 'catalogue.ndjson',
  /** `<sha256>.zip` for each package. */
  packages: 'packages',
} as const;

export const setFormat = 1;

const linesAtOnce = 100;
const lineCharsMax = 2 ** 27;

interface Position {
  /** The set, by when it was written. */
  set?: string;
  /** Where in the catalogue the next line begins, in bytes. */
  at?: number;
}

interface Line {
  node: object;
  versions: readonly unknown[];
}

/** A set that `mirror --to` wrote to a folder, and that another set may take the place of later. */
export const openFolderSource = (folder: string): Source => new FolderSource(folder);

class FolderSource implements Source {
  readonly name: string;
  readonly form = { completes: false };
  /** The lines of the last portion, by node key. */
  #lines = new Map<string, Line>();

  constructor(folder: string) {
    this.name = folder;
  }

  async next(written: string): Promise<Portion> {
    const { set, at } = JSON.parse(written) as Position;
    const current = await this.#manifest();
    if (set !== undefined && set !== current) throw new PositionLostError(`${this.name} has another set`);
    const start = at ?? 0;
    const { lines, end, isLast } = await this.#read(start);
    this.#lines = lines;
    const isOver = start > 0 && lines.size === 0;
    const position: Position = { set: current, at: end };
    return {
      nodes: [...lines.values()].map(({ node }) => node),
      touched: new Map([...lines].map(([key, { versions }]) => [key, numbersOf(versions)])),
      position: JSON.stringify(position),
      hasMore: !isLast,
      isWhole: true,
      endsPass: isLast && !isOver,
    };
  }

  async #manifest(): Promise<string> {
    const path = join(this.name, setFiles.manifest);
    const text = await readFile(path, 'utf8').catch((cause: unknown) => {
      throw new SourceError(`${path} cannot be read; write the set with mirror --to`, { cause });
    });
    const { format, written_at: writtenAt } = JSON.parse(text) as { format?: unknown; written_at?: unknown };
    if (format !== setFormat || typeof writtenAt !== 'string') {
      throw new SourceError(`${path} is not of a set that this version of Patchbay reads`);
    }
    return writtenAt;
  }

  async #read(start: number): Promise<{ lines: Map<string, Line>; end: number; isLast: boolean }> {
    const path = join(this.name, setFiles.catalogue);
    const { size } = await stat(path).catch((cause: unknown) => {
      throw new SourceError(`${path} cannot be read`, { cause });
    });
    const lines = new Map<string, Line>();
    let end = start;
    if (start < size) {
      const input = createReadStream(path, { start, encoding: 'utf8' });
      for await (const text of createInterface({ input, crlfDelay: Infinity })) {
        if (text.length > lineCharsMax) throw new SourceError(`${path} has a line that is too long`);
        const line = parseLine(text, path);
        lines.set(nodeKey(String((line.node as { id?: unknown }).id)), line);
        end += Buffer.byteLength(text) + 1;
        if (lines.size === linesAtOnce) break;
      }
      input.destroy();
    }
    return { lines, end, isLast: end >= size };
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
        const read = (isWanted ? (appNodes as unknown[]) : []).flatMap((one) => {
          const appNode = readAppNode(one);
          return appNode === undefined ? [] : [appNode];
        });
        versions.push({ ...version, appNodes: isWanted ? new Map(read) : undefined });
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

const numbersOf = (versions: readonly unknown[]): ReadonlySet<string> =>
  new Set(versions.map((version) => String((version as { version?: unknown }).version)));
