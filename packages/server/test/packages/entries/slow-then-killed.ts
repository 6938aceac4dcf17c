// A reader that is too slow for the share of the server, and that something kills once it has been lowered.
import { createInterface } from 'node:readline';

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const first: unknown = JSON.parse((await lines.next()).value ?? '');
if ((first as { name: string }).name === 'start') {
  process.stdout.write(`${JSON.stringify({ value: null })}\n`);
  await lines.next();
  process.abort();
}
await lines.next();
