import { AsyncLocalStorage } from 'node:async_hooks';
import { suite as plainSuite } from 'node:test';
import { type Profile, builtInProfiles } from '@patchbay/contract';
import { someOf } from './length.ts';
import { postgresUrl } from './postgres-database.ts';

type EngineName = 'sqlite' | 'postgres';

/** What a suite that meets a server is run on. */
export interface Variant {
  name: string;
  engine: EngineName;
  /** In which the server is spoken to. */
  profile: Profile;
}

const { app, comfyui } = builtInProfiles;

const variant = (engine: EngineName, profile: Profile): Variant => ({
  name: profile === app ? engine : `${engine}, ${profile.name}`,
  engine,
  profile,
});

const first = variant('sqlite', app);

/**
 * A suite meets each engine and each profile once, not every engine with every profile, since each costs a whole run:
 * the first half of all suites meets PostgreSQL with the one profile, the other half with the other. A single file can
 * be run without the set-up of the whole run. It knows no PostgreSQL then, and tells a fault of a profile from one of
 * an engine.
 */
const variantsOf = (suiteName: string): readonly [Variant, Variant] => {
  if (postgresUrl === undefined) return [first, variant('sqlite', comfyui)];
  return numberOf(suiteName) % 2 === 1
    ? [first, variant('postgres', comfyui)]
    : [variant('sqlite', comfyui), variant('postgres', app)];
};

const numberOf = (text: string): number => Buffer.from(text).reduce((sum, byte) => sum + byte, 0);

const current = new AsyncLocalStorage<Variant>();

/** The variant of the suite that asks, the first one outside of any. */
export const currentVariant = (): Variant => current.getStore() ?? first;

const run = (name: string, variants: readonly Variant[], register: () => void | Promise<void>): void => {
  for (const variant of variants) {
    current.run(variant, () => void plainSuite(`${variant.name}: ${name}`, register));
  }
};

/**
 * As `suite` of node:test, for what no engine can break by itself: on one of its variants, in the long form on both.
 * What it registers and runs sees its variant.
 */
export const suite = (name: string, register: () => void | Promise<void>): void =>
  run(name, someOf(variantsOf(name), Math.floor(numberOf(name) / 2)), register);

/** Where the suites of other files are run once more, which meet both engines at home. */
export const oneEngine = { isEnough: false };

/** As `suite`, on both engines. */
export const suiteOnBoth = (name: string, register: () => void | Promise<void>): void =>
  oneEngine.isEnough ? suite(name, register) : run(name, variantsOf(name), register);

/** As `suite`, on PostgreSQL, where the run was set up. */
export const suiteOnPostgres = (name: string, register: () => void | Promise<void>): void =>
  run(name, postgresUrl === undefined ? [] : [variant('postgres', app)], register);

/** As `suite`, on SQLite, for what has nothing to do with an engine and takes long. */
export const suiteOnSqlite = (
  name: string,
  register: () => void | Promise<void>,
  profile: Profile = app,
): void => run(name, [variant('sqlite', profile)], register);
