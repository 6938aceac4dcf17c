import type { Command, Group } from '../../src/command.ts';

/** Every command with the words that name it, in order. */
export const walkCommands = (
  { commands }: Group,
  above: readonly string[] = [],
): [path: string[], Command][] =>
  Object.entries(commands).flatMap(([name, entry]) =>
    'run' in entry ? [[[...above, name], entry]] : walkCommands(entry, [...above, name]),
  );
