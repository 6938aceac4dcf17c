import { setTimeout as wait } from 'node:timers/promises';
import type { Chance } from '../chance.ts';
import { killReader } from '../../kill-reader.ts';
import type { ServerProcess } from '../../server-process.ts';
import type { Fault, Stage } from '../faults.ts';
import type { Violation } from '../history.ts';
import { violationOf } from '../rules/violation.ts';
import type { ServerGroup } from '../server-group.ts';
import { findDoctorFindings } from './find-doctor-findings.ts';
import { findUnfinished } from './find-unfinished.ts';
import { type KillStep, killVariables, lastStep } from './kill-steps.ts';

/** How long a server lives that dies at any moment, in turn: hardly long enough to read a package, and longer. */
const livesMs = [
  { least: 50, most: 700 },
  { least: 700, most: 2_000 },
] as const;
/** Every step happens in this time, also on a busy machine and after the lease of a killed process. */
const stepMsMax = 120_000;
/** So that a process that dies at the same step again and again acknowledges something meanwhile. */
const occurrencesMax = 2;

/** When a server dies: at any moment of its life, or right after a step. */
export type KillMoment = 'any' | KillStep;

/** What was killed, and what came through nevertheless. */
export interface KillReport {
  /** How many kills, by the step that the process had ended last. */
  kills: Map<string, number>;
  /** How many publishes were acknowledged; three in four went on to an upload. */
  publishes: number;
  /** How many uploads were acknowledged. */
  uploads: number;
}

export const readerKilled = 'a reader process';

const unreached = violationOf('a server reaches the step after which it is to be killed');

export interface KillOrder {
  count: number;
  /** In turn, over all servers. */
  moments: readonly [KillMoment, ...KillMoment[]];
  chance: Chance;
  report: KillReport;
}

/** How one life of a server ends. */
interface Death {
  /** What the server is told when it starts. */
  environment: Readonly<Record<string, string>>;
  /** Resolves when it is time to kill the server, or when it has killed itself. */
  comes(server: ServerProcess): Promise<unknown>;
}

/** Kills the servers of a stage again and again, each by itself, and restarts them. */
export const killOften = ({ count, moments, chance, report }: KillOrder): Fault<Stage> => {
  const missed: Violation[] = [];
  let left = count;
  let lives = 0;
  let livesToAnyMoment = 0;
  const add = (moment: string): void => void report.kills.set(moment, (report.kills.get(moment) ?? 0) + 1);
  const between = (least: number, most: number): number => least + chance.below(most - least + 1);

  const afterStep = (step: KillStep): Death => ({
    environment: {
      [killVariables.step]: step,
      [killVariables.occurrence]: String(between(1, occurrencesMax)),
    },
    comes: async ({ ended }) => {
      const end = await Promise.race([ended, wait(stepMsMax, undefined, { ref: false })]);
      if (end === undefined) missed.push(unreached(`${step} did not happen in ${stepMsMax / 1_000} s`));
    },
  });
  /** Every second one loses a reader process halfway. */
  const atAnyMoment = (servers: number): Death => {
    const isLong = livesToAnyMoment % 2 === 1;
    livesToAnyMoment += 1;
    const { least, most } = livesMs[isLong ? 1 : 0];
    // What one of several has begun, another one goes on with.
    const halfMs = (servers * between(least, most)) / 2;
    return {
      environment: {},
      comes: async ({ process: { pid } }) => {
        await wait(halfMs);
        if (isLong && left > 0 && pid !== undefined && (await killReader(pid, chance))) {
          left -= 1;
          add(readerKilled);
        }
        await wait(halfMs);
      },
    };
  };
  /** Undefined when there were enough. */
  const nextDeath = ({ urls }: ServerGroup): Death | undefined => {
    if (left <= 0) return undefined;
    left -= 1;
    const moment = moments[lives % moments.length] ?? moments[0];
    lives += 1;
    return moment === 'any' ? atAnyMoment(urls.length) : afterStep(moment);
  };
  const killAgain = async (servers: ServerGroup, index: number): Promise<void> => {
    // The life in which the load began was told nothing.
    await servers.kill(index);
    for (let death = nextDeath(servers); death !== undefined; death = nextDeath(servers)) {
      const server = await servers.restart(index, death.environment);
      await death.comes(server);
      await servers.kill(index);
      add(lastStep(server.output().stderr));
    }
    await servers.restart(index);
  };
  return {
    name: `${count} kills`,
    lastsMs: 0,
    cutsConnections: true,
    inject: async ({ servers }) => {
      await Promise.all(servers.urls.map((_, index) => killAgain(servers, index)));
    },
    heal: async () => {},
    judge: async ({ servers }, fixture) => {
      const versions = fixture.publishers.flatMap((publisher) => publisher.versions);
      report.publishes = versions.length;
      report.uploads = versions.filter(({ isUploaded }) => isUploaded).length;
      return [
        ...missed,
        ...(await findUnfinished(fixture)),
        ...(await findDoctorFindings(servers.environment)),
      ];
    },
  };
};
