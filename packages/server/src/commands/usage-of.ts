import type { Command } from './command.ts';

interface Flag {
  readonly kind: string;
  readonly placeholder?: string;
  readonly optional?: boolean;
  readonly default?: unknown;
}

/** How a command is written after its name: `<folder> [--keep <number>] [--verify]`. */
export const usageOf = ({ parameters: { flags = {}, positional } }: Command): string =>
  [
    ...(positional?.kind === 'tuple' ? positional.parameters : []).map(
      ({ placeholder = 'argument' }) => `<${placeholder}>`,
    ),
    ...Object.entries(flags as Readonly<Record<string, Flag>>).map(usageOfFlag),
  ].join(' ');

const usageOfFlag = ([name, flag]: [string, Flag]): string => {
  const written = `--${kebab(name)}${flag.kind === 'boolean' ? '' : ` <${flag.placeholder ?? 'value'}>`}`;
  return flag.optional === true || flag.default !== undefined ? `[${written}]` : written;
};

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
