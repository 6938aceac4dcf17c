import { rename, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { keyOfPackage } from '../../src/packages/blobs/blob-store.ts';
import { readStoredPackages } from '../../src/store/rows/stored-packages.ts';
import { days } from '../support/clock.ts';
import type { Patient, SeededFault } from './seeded-fault.ts';

const firstKey = async ({ server }: Patient): Promise<string> => {
  for await (const one of readStoredPackages(server.context.store.read)) {
    return keyOfPackage(one);
  }
  throw new Error('the patient has no package');
};

const writePackage = async (patient: Patient, bytes: Buffer): Promise<() => Promise<void>> => {
  const path = join(patient.packages, await firstKey(patient));
  const before = await patient.server.context.blobs.open(await firstKey(patient));
  const whole = Buffer.concat(await before.toArray());
  await writeFile(path, bytes.length === 0 ? whole.map((byte) => byte ^ 1) : bytes);
  return () => writeFile(path, whole);
};

const ageFile = async (path: string): Promise<void> => {
  await writeFile(path, 'left');
  const before = new Date(Date.now() - days(3));
  await utimes(path, before, before);
};

/** What can go wrong with the packages of a registry, each with the check that must find it. */
export const packageFaults: readonly SeededFault[] = [
  {
    what: 'a package is missing',
    breakIt: async (patient) => {
      const undo = await writePackage(patient, Buffer.from('x'));
      await rm(join(patient.packages, await firstKey(patient)));
      return undo;
    },
    check: 'packages',
    subject: /^version:/,
    isRepairable: false,
    engine: 'sqlite',
  },
  {
    what: 'a package has other bytes of the same size',
    breakIt: (patient) => writePackage(patient, Buffer.alloc(0)),
    check: 'packages',
    subject: /^version:/,
    isRepairable: false,
    engine: 'sqlite',
  },
  {
    what: 'a package is cut off',
    breakIt: (patient) => writePackage(patient, Buffer.from('cut')),
    check: 'packages',
    subject: /^version:/,
    isRepairable: false,
    engine: 'sqlite',
  },
  {
    what: 'a file is in place of a folder of packages',
    breakIt: async (patient) => {
      const folder = join(patient.packages, dirname(await firstKey(patient)));
      const aside = `${patient.packages}-aside`;
      await rename(folder, aside);
      await writeFile(folder, 'x');
      return async () => {
        await rm(folder);
        await rename(aside, folder);
      };
    },
    check: 'packages',
    also: 'foreign-objects',
    subject: /^(?:version|object):/,
    isRepairable: false,
    engine: 'sqlite',
  },
  {
    what: 'a package belongs to no version',
    breakIt: async (patient) => {
      const id = '00000000-0000-7000-8000-000000000000';
      const [publisher = '', folder = ''] = (await firstKey(patient)).split('/');
      await ageFile(join(patient.packages, publisher, folder, `${id}-${'0'.repeat(64)}.zip`));
    },
    check: 'orphans',
    subject: /^package:ada\/.*000\.zip$/,
    isRepairable: true,
    engine: 'sqlite',
  },
  {
    what: 'something else lies among the packages',
    breakIt: async ({ packages }) => {
      const path = join(packages, 'ada', 'notes.txt');
      await writeFile(path, 'notes');
      return () => rm(path);
    },
    check: 'foreign-objects',
    subject: /^object:ada\/notes\.txt$/,
    isRepairable: false,
    engine: 'sqlite',
  },
  {
    what: 'an upload was left behind',
    breakIt: ({ packages }) => ageFile(join(packages, '.staging', 'left')),
    check: 'leftovers',
    subject: /^file:.*left$/,
    isRepairable: true,
    engine: 'sqlite',
  },
];
