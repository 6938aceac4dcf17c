import type { Chance } from './chance.ts';
import type { Recorder } from './recorder.ts';
import type { Fixture } from './fixture.ts';

/** One who takes part: each request goes to a process chosen by chance, and into the record. */
export interface Caller {
  name: string;
  chance: Chance;
  recorder: Recorder;
  fixture: Fixture;
}

/** One of the processes, and what the record says of who asks it. */
export const turnTo = ({ name, chance, fixture: { urls } }: Caller, bearer?: string) => ({
  process: chance.pickAny(urls) ?? '',
  caller: name,
  bearer,
});

/** The same caller, who asks only this process, by default one chosen by chance. */
export const atOneProcess = <Who extends Caller>(
  who: Who,
  url = who.chance.pickAny(who.fixture.urls) ?? '',
): Who => ({
  ...who,
  fixture: { ...who.fixture, urls: [url] },
});

/** One thing a caller may do next, and how often beside the others. */
export interface Move<Who extends Caller> {
  weight: number;
  run(who: Who): Promise<unknown>;
}
