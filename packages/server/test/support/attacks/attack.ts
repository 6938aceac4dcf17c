import type { HostileRequest } from '../hostile/hostile-requests.ts';
import type { Arena } from './arena.ts';

/** How long an attack goes on. */
export interface Siege {
  /** How many connections it has at once. */
  size: number;
  /** Whether there is time for another request. */
  goesOn(): boolean;
  /** Resolves when the time is over. */
  over: Promise<void>;
}

/** How often what was sent ended how: by status, or by the code of a failure. */
export type Outcomes = Map<string, number>;

/** What a stranger does to everyone else. */
export interface Attack {
  does: string;
  bound: string;
  /** A signed-up user with a publisher of its own, or a thief of a moderator's token; by default a stranger. */
  by?: 'publisher' | 'moderator';
  /** Whether it owns the publisher of the hostile requests, besides its own. */
  ownsMallory?: boolean;
  /** By default one. */
  addresses?: number;
  /** Bytes by which it may grow what is kept, within some seconds; by default a few pages of the database. */
  growthMax?: number;
  /** What it sends over and over, on each connection when the answer has come. */
  request?: (arena: Arena, index: number) => HostileRequest | Promise<HostileRequest>;
  /** What it does that is more than that. */
  run?: (arena: Arena, siege: Siege) => Promise<Outcomes>;
}

export type Attacks = Readonly<Record<string, Attack>>;
