import type { Row } from '../report/row.ts';
import type { Settings } from '../settings.ts';

/** A database that the server can be run on. */
export interface Engine {
  name: string;
  /** Makes an empty one; returns the settings that lead a server to it. */
  emptyDatabase: () => Promise<Readonly<Record<string, string>>>;
  /** Of the database's own process, where it has one that we started. */
  pid?: number;
}

/** What a benchmark is given. */
export interface Lab {
  settings: Settings;
  engines: readonly Engine[];
  /** The path of a catalogue, which only `growth` needs. */
  catalogue: string | undefined;
}

export type Benchmark = (lab: Lab) => Promise<Row[]>;
