import type { TestServer } from '../support/start-server.ts';

/** A registry to break. */
export interface Patient extends TestServer {
  /** Where its packages are. */
  packages: string;
}

export interface SeededFault {
  what: string;
  /** Breaks the registry and returns how to undo what no repair undoes. */
  readonly breakIt: (patient: Patient) => Promise<(() => Promise<unknown>) | void>;
  check: string;
  /** Another check that finds it too, where something follows from it. */
  also?: string;
  subject: RegExp;
  isRepairable: boolean;
  /** Where only one engine can have it, or no row has a part in it. */
  engine?: 'sqlite';
}
