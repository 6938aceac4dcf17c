import { setTimeout as wait } from 'node:timers/promises';
import { changesAfter } from '@patchbay/client';
import { type Caller, type Move, atOneProcess } from './caller.ts';
import { chanceFrom } from './chance.ts';
import { patientClient } from './patient-client.ts';
import { publisherMoves } from './publisher-moves.ts';
import { readerMoves } from './reader-moves.ts';
import type { Change } from './history.ts';
import { readVersion } from './reads.ts';
import type { Recorder } from './recorder.ts';
import type { Fixture } from './fixture.ts';

/** Whom nobody answered waits a little, as a client would. */
const pauseMs = 250;
const changesMax = 1000;

export interface Load {
  fixture: Fixture;
  recorder: Recorder;
  seed: number;
  readers: number;
  /** How long a caller waits after each move, on average, in ms. */
  thinkMs?: number;
  isOver: () => boolean;
}

/** Has every editor of every publisher and all readers act at once until it is over. */
export const runWorkload = async ({
  fixture,
  recorder,
  seed,
  readers,
  thinkMs = 0,
  isOver,
}: Load): Promise<void> => {
  let callers = 0;
  const callerOf = (role: string): Caller => {
    callers += 1;
    return { name: `${role}-${callers}`, chance: chanceFrom(seed + callers), recorder, fixture };
  };
  const act = async <Who extends Caller>(who: Who, moves: readonly [Move<Who>, ...Move<Who>[]]) => {
    while (!isOver()) {
      await who.chance.pickWeighted(moves).run(who);
      const last = recorder.operations.findLast(({ caller }) => caller === who.name);
      if (last?.outcome === 'unknown') await wait(pauseMs);
      if (thinkMs > 0) await wait(who.chance.below(2 * thinkMs));
    }
  };
  await Promise.all([
    ...fixture.publishers.flatMap((publisher) =>
      publisher.editors.map((session) => act({ ...callerOf('editor'), publisher, session }, publisherMoves)),
    ),
    ...Array.from({ length: readers }, () => act(callerOf('reader'), readerMoves)),
  ]);
};

/** Reads every version and its package once more through every process. */
export const readAll = async (fixture: Fixture, recorder: Recorder): Promise<void> => {
  const who: Caller = { name: 'reader of all', chance: chanceFrom(0), recorder, fixture };
  const versions = new Map(
    fixture.publishers.flatMap(({ versions }) => versions.map((version) => [version.id, version])),
  );
  for (const url of fixture.urls) {
    await Promise.all([...versions.values()].map((version) => readVersion(atOneProcess(who, url), version)));
  }
};

/** The whole log, as a moderator reads it. */
export const readLog = async ({ urls, moderator }: Fixture): Promise<Change[]> => {
  const client = patientClient(urls[0] ?? '', moderator);
  const log: Change[] = [];
  for await (const change of changesAfter(client, { limit: changesMax })) log.push(change);
  return log;
};
