import { parseArgs } from 'node:util';
import { openAccounts } from '../accounts/accounts.ts';
import { readConfig } from '../config.ts';
import { openConfiguredStore } from '../server.ts';
import { exitOnFailure, UsageError } from './exit-on-failure.ts';

const usage =
  'npm run admin -- create --email <address> [--name <name>], with the password in ADMIN_PASSWORD or on standard input';

const sentences = {
  created: (email: string) => `Created the moderator ${email}.`,
  promoted: (email: string) =>
    `${email} had an account and is a moderator now; the password stays as it was.`,
  unchanged: (email: string) => `${email} is a moderator already.`,
};

await exitOnFailure(async () => {
  const { email, name } = readArguments();
  const config = readConfig({ ...process.env, ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
  const password = process.env['ADMIN_PASSWORD'] || (await readPassword());
  if (password.length < 8 || password.length > 128)
    throw new UsageError('The password must be 8 to 128 characters long.');
  const store = await openConfiguredStore(config, () => new Date());
  try {
    const outcome = await openAccounts(
      store,
      config,
      config.PUBLIC_URL ?? 'http://localhost',
    ).ensureModerator({
      email,
      password,
      name,
    });
    process.stdout.write(`${sentences[outcome](email)}\n`);
  } finally {
    await store.close();
  }
});

function readArguments(): { email: string; name: string } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { email: { type: 'string' }, name: { type: 'string', default: 'Moderator' } },
    });
    if (positionals.join() !== 'create' || values.email === undefined) throw new UsageError(usage);
    return { email: values.email, name: values.name };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${(error as Error).message}. ${usage}`);
  }
}

async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Password: ');
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const chunk of process.stdin) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.split('\n')[0] ?? '';
}
