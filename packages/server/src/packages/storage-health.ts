import type { Context } from '../context.ts';
import { inTime, memoizeFor } from '../timing.ts';
import { findPublisher } from '../store/rows/publishers.ts';

type Storage = Pick<Context, 'store' | 'blobs'>;

/** The looks of one kind that are under way, by package store, which each server has one of. */
type Looks<Found> = WeakMap<Context['blobs'], Promise<Found>>;

const databaseLooks: Looks<unknown> = new WeakMap();
const packageLooks: Looks<unknown> = new WeakMap();

/** All who look meanwhile share one look. */
const share = <Found>(looks: Looks<Found>, blobs: Context['blobs'], begin: () => Promise<Found>) => {
  const look = looks.get(blobs) ?? begin().finally(() => looks.delete(blobs));
  looks.set(blobs, look);
  return look;
};

/** Rejects unless the database answers. A replica is not enough: writes need the primary. */
const lookAtDatabase = ({ store, blobs }: Storage): Promise<unknown> =>
  share(databaseLooks, blobs, () => findPublisher(store.engine.reader, 'readiness'));

/** Rejects unless the package store answers. */
const lookAtPackages = ({ blobs }: Storage): Promise<unknown> =>
  share(packageLooks, blobs, () => blobs.check());

/** Rejects unless the database and the package store answer in time. */
export const requireStorage = async (storage: Storage): Promise<void> => {
  await Promise.all([
    inTime(lookAtDatabase(storage), 'database'),
    inTime(lookAtPackages(storage), 'package store'),
  ]);
};

interface StorageHealth {
  database: boolean;
  packageStore: boolean;
  at: Date;
}

const keptMs = 1_000;
const latest = new WeakMap<Context['blobs'], () => Promise<StorageHealth>>();

/** Which of them answer, looked at no more than once a second. Never rejects. */
export const storageHealth = (storage: Storage & Pick<Context, 'now'>): Promise<StorageHealth> => {
  const look = latest.get(storage.blobs) ?? memoizeFor(keptMs, storage.now, (at) => lookAtBoth(storage, at));
  latest.set(storage.blobs, look);
  return look();
};

const lookAtBoth = async (storage: Storage, at: Date): Promise<StorageHealth> => {
  const answers = (look: Promise<unknown>, what: string): Promise<boolean> =>
    inTime(look, what).then(
      () => true,
      () => false,
    );
  const [database, packageStore] = await Promise.all([
    answers(lookAtDatabase(storage), 'database'),
    answers(lookAtPackages(storage), 'package store'),
  ]);
  return { database, packageStore, at };
};
