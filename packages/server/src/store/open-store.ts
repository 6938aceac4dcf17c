import { EventEmitter } from 'node:events';
import type { CommitNotice, Engine } from './engine.ts';
import { refreshListing } from './listing/catalogue.ts';
import type { LoggedChange } from './log/change.ts';
import { appendChange } from './log/changes.ts';
import { enqueueJob, lookEveryMs } from './queue/jobs.ts';
import type { Commit, Store, WriteTiming, Writer } from './store.ts';

/** Ends a dry run, so that it is rolled back. */
class DryRunEnd extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('a dry run is rolled back');
    this.result = result;
  }
}

/** `onFailure` gets the failures that nobody waits for, such as a lost subscription. */
export const openStore = (
  engine: Engine,
  now: () => Date,
  onFailure: (error: Error) => void = (error) => process.emitWarning(error),
): Store => {
  const events = new EventEmitter<{
    commit: [CommitNotice, boolean];
    written: [Commit];
    timed: [WriteTiming];
  }>().setMaxListeners(0);
  const derivations: Parameters<Store['beforeCommit']>[0][] = [];
  engine.subscribe((notice) => events.emit('commit', notice, false), onFailure);
  return {
    engine,
    read: engine.reader,
    readPublic: engine.replica,
    async write(cause, work) {
      const changes: LoggedChange[] = [];
      let counted: Commit['counted'];
      let [jobs, mail] = [false, false];
      const news = (): CommitNotice => ({ changes: changes.length > 0 || counted !== undefined, jobs, mail });
      const isNews = () => news().changes || news().jobs;
      const asked = performance.now();
      let begun = asked;
      const result = await engine.writer.transaction().execute(async (db) => {
        begun = performance.now();
        const at = now().toISOString();
        const touched = new Map<string, { versionsChanged: boolean }>();
        const tx: Writer = {
          db,
          now: at,
          touch: (nodeKey, how = { versionsChanged: false }) => {
            if (how.versionsChanged || !touched.has(nodeKey)) touched.set(nodeKey, how);
          },
          append: async (change, actor: string = cause.actor) => {
            changes.push(await appendChange(db, at, { ...cause, actor }, change));
          },
          tellCounted: (told) => {
            counted = told;
          },
          enqueue: (job) => {
            jobs ||= Date.parse(job.runAt) - Date.parse(at) < lookEveryMs;
            mail ||= job.kind === 'send-mail';
            return enqueueJob(db, job);
          },
        };
        const result = await work(tx);
        for (const [nodeKey, how] of touched) await refreshListing(tx, nodeKey, how);
        if (changes.length > 0) for (const derive of derivations) await derive(tx, changes);
        if (isNews()) engine.announce(news());
        return result;
      });
      const committed = performance.now();
      if (changes.length > 0 || counted !== undefined) events.emit('written', { changes, counted });
      // Readers see the commit, also where a flush fails and it is not acknowledged.
      await engine.flush().finally(() => isNews() && events.emit('commit', news(), true));
      events.emit('timed', {
        waitedSeconds: (begun - asked) / 1_000,
        heldSeconds: (committed - begun) / 1_000,
        flushedSeconds: (performance.now() - committed) / 1_000,
      });
      return result;
    },
    async dryRun(cause, work) {
      const end = await engine.writer
        .transaction()
        .execute(async (db) => {
          const at = now().toISOString();
          throw new DryRunEnd(
            await work({
              db,
              now: at,
              append: async (change, actor: string = cause.actor) =>
                void (await appendChange(db, at, { ...cause, actor }, change)),
              touch: () => undefined,
              tellCounted: () => undefined,
              enqueue: (job) => enqueueJob(db, job),
            }),
          );
        })
        .catch((error: unknown) => error);
      if (end instanceof DryRunEnd) return end.result as never;
      throw end;
    },
    queue: (work) => work({ db: engine.queue, now: now().toISOString() }),
    beforeCommit: (listener) => {
      derivations.push(listener);
    },
    onWritten: (listener) => {
      events.on('written', listener);
    },
    onTimed: (listener) => {
      events.on('timed', listener);
    },
    onCommit: (listener) => {
      events.on('commit', listener);
    },
    close: () => engine.close(),
  };
};
