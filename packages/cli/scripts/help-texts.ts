import { type Application, type CommandContext, generateHelpTextForAllCommands } from '@stricli/core';
import { application } from '../src/application.ts';

/** What --help prints, by command: `patchbay show`. The context that commands need does not matter, because none is run. */
export const helpTexts = (): ReadonlyMap<string, string> =>
  new Map(generateHelpTextForAllCommands(application as unknown as Application<CommandContext>));
