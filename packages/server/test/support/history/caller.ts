import { Client } from '../client.ts';
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

/** A client of one of the processes, and what the record says of who asked whom. */
export const turnTo = ({ name, chance, fixture: { urls } }: Caller, bearer?: string) => {
  const process = chance.pickAny(urls) ?? '';
  return { client: new Client(process, bearer), from: { process, caller: name } };
};

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
