import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { openConfiguredStore } from '../server.ts';
import { type AdminCommand, type AdminOption, adminCommands } from './admin/admin-commands.ts';
import { exitOnFailure, UsageError } from './exit-on-failure.ts';

const readArguments = (): { command: AdminCommand; values: Partial<Record<AdminOption, string>> } => {
  const [name = '', ...args] = process.argv.slice(2);
  const command = Object.hasOwn(adminCommands, name) ? adminCommands[name] : undefined;
  if (command === undefined) throw new UsageError(usageOf(Object.values(adminCommands)));
  const options = Object.fromEntries(command.options.map((option) => [option, { type: 'string' }] as const));
  try {
    // Checked here and not by the parser, which repeats its input in the message, and that may be a password.
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    if (positionals.length > 0 || !command.accepts(values)) throw new UsageError(usageOf([command]));
    return { command, values };
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(`${(error as Error).message}. ${usageOf([command])}`);
  }
};

const usageOf = (commands: readonly AdminCommand[]): string =>
  `Usage: ${commands.map(({ usage }) => `npm run admin -- ${usage}`).join('; ')}`;

await exitOnFailure(async () => {
  const { command, values } = readArguments();
  const config = readConfig({ ...process.env, ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
  const run = await command.prepare(values);
  const store = await openConfiguredStore(config, () => new Date());
  try {
    process.stdout.write(`${await run(store)}\n`);
  } finally {
    await store.close();
  }
});
