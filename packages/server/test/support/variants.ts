import { AsyncLocalStorage } from 'node:async_hooks';
import { suite as plainSuite } from 'node:test';
import { postgresUrl } from './postgres-database.ts';

/** What a suite that meets a database is run on. */
export interface Variant {
  name: string;
  engine: 'sqlite' | 'postgres';
}

const variants: readonly Variant[] = [
  { name: 'sqlite', engine: 'sqlite' },
  // A single file can be run without the set-up of the whole run, and then knows no PostgreSQL.
  ...(postgresUrl === undefined ? [] : [{ name: 'postgres', engine: 'postgres' } as const]),
];

const current = new AsyncLocalStorage<Variant>();

/** The variant of the suite that asks, the first one outside of any. */
export const currentVariant = (): Variant => {
  const variant = current.getStore() ?? variants[0];
  if (variant === undefined) throw new Error('there is no variant');
  return variant;
};

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
