import { AsyncLocalStorage } from 'node:async_hooks';
import { suite as plainSuite } from 'node:test';
import { type Profile, builtInProfiles } from '@patchbay/contract';
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
const variantsOf = (suiteName: string, engine: EngineName | undefined): Variant[] => {
  if (engine === 'postgres' && postgresUrl === undefined) return [];
  if (engine !== undefined) return [variant(engine, app)];
  if (postgresUrl === undefined) return [first, variant('sqlite', comfyui)];
  return isOdd(suiteName)
    ? [first, variant('postgres', comfyui)]
    : [variant('sqlite', comfyui), variant('postgres', app)];
};

const isOdd = (text: string): boolean => Buffer.from(text).reduce((sum, byte) => sum + byte, 0) % 2 === 1;

const current = new AsyncLocalStorage<Variant>();

/** The variant of the suite that asks, the first one outside of any. */
export const currentVariant = (): Variant => current.getStore() ?? first;

/**
 * As `suite` of node:test, once for each of its variants, or on one `engine` alone: what it registers and runs sees
 * its variant.
 */
export const suite = (
  name: string,
  register: () => void | Promise<void>,
  { engine }: { engine?: EngineName } = {},
): void => {
  for (const variant of variantsOf(name, engine)) {
    current.run(variant, () => void plainSuite(`${variant.name}: ${name}`, register));
  }
};
