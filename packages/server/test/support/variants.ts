import { AsyncLocalStorage } from 'node:async_hooks';
import { suite as plainSuite } from 'node:test';
import { type Profile, builtInProfiles } from '@patchbay/contract';
import { postgresUrl } from './postgres-database.ts';

/** What a suite that meets a server is run on. */
export interface Variant {
  name: string;
  engine: 'sqlite' | 'postgres';
  /** In which the server is spoken to. */
  profile: Profile;
}

const first: Variant = { name: 'sqlite', engine: 'sqlite', profile: builtInProfiles.app };

/** Each part is in one of them at least; not every part with every other, since each costs a whole run. */
const variants: readonly Variant[] = [
  first,
  // A single file can be run without the set-up of the whole run, and then knows no PostgreSQL.
  postgresUrl === undefined
    ? { name: 'sqlite, comfyui', engine: 'sqlite', profile: builtInProfiles.comfyui }
    : { name: 'postgres', engine: 'postgres', profile: builtInProfiles.comfyui },
];

const current = new AsyncLocalStorage<Variant>();

/** The variant of the suite that asks, the first one outside of any. */
export const currentVariant = (): Variant => current.getStore() ?? first;

/**
 * As `suite` of node:test, once for each variant, or for those on one `engine`: what it registers and runs sees its
 * variant.
 */
export const suite = (
  name: string,
  register: () => void | Promise<void>,
  { engine }: { engine?: Variant['engine'] } = {},
): void => {
  for (const variant of variants.filter((one) => engine === undefined || one.engine === engine)) {
    current.run(variant, () => void plainSuite(`${variant.name}: ${name}`, register));
  }
};
