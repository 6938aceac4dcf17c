import type { Command, Group } from './command.ts';

export interface FoundCommand {
  /** The words that name it. */
  readonly path: readonly string[];
  /** A group if the words end too early, or if no command has the next one. */
  readonly entry: Command | Group;
}

/** The command that arguments begin with. */
export const findCommand = (commands: Group, args: readonly string[]): FoundCommand => {
  const path: string[] = [];
  let entry: Command | Group = commands;
  for (const word of args) {
    if ('run' in entry || !Object.hasOwn(entry.commands, word)) break;
    const next: Command | Group | undefined = entry.commands[word];
    if (next === undefined) break;
    path.push(word);
    entry = next;
  }
  return { path, entry };
};
