// A reader that fails at every package that it does not only inspect.
import { createInterface } from 'node:readline';

for await (const line of createInterface({ input: process.stdin })) {
  const { name } = JSON.parse(line) as { name: string };
  const reply = /^(?:check|extract)$/.test(name) ? { error: 'a rule failed' } : { value: null };
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
