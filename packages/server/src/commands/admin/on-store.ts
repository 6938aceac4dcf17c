import { type Config, readConfig, withoutModerator } from '../../config.ts';
import { openConfiguredStore } from '../../open-database.ts';
import type { Store } from '../../store/store.ts';
import type { CommandContext } from '../command-context.ts';

/** Prints what `work` returns, which gets the configured store. */
export const onStore = async (
  { environment, stdout }: CommandContext,
  work: (store: Store, config: Config) => Promise<string>,
): Promise<boolean> => {
  const config = readConfig(withoutModerator(environment));
  const store = await openConfiguredStore(config, () => new Date());
  try {
    stdout.write(`${await work(store, config)}\n`);
    return true;
  } finally {
    await store.close();
  }
};
