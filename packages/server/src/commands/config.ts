import { describeConfig, requireSettings } from '../config.ts';
import type { CommandContext } from './command.ts';

/** Prints the settings. Throws ConfigError after that if one cannot be used. Changes nothing. */
export const run = async ({ environment, stdout }: CommandContext): Promise<boolean> => {
  stdout.write(`${describeConfig(environment).join('\n')}\n`);
  requireSettings(environment);
  return true;
};
