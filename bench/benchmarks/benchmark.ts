import type { Row } from '../report/row.ts';
import type { Settings } from '../settings.ts';

/** A database for the server. */
export interface Engine {
  name: string;
  /** Creates an empty one and returns the settings for a server that uses it. */
  emptyDatabase: () => Promise<Readonly<Record<string, string>>>;
  /** The process id of the database, if we started it. */
  pid?: number;
}

/** The input of a benchmark. */
export interface Lab {
  settings: Settings;
  engines: readonly Engine[];
  /** The path of a catalogue; only `growth` and `browser` need it. */
  catalogue: string | undefined;
  /** The tasks to measure; all of them when absent. */
  tasks?: ReadonlySet<string>;
}

export type Benchmark = (lab: Lab) => Promise<Row[]>;
