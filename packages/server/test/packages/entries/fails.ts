// A reader that fails at every package that it finds sound.
import { createInterface } from 'node:readline';

createInterface({ input: process.stdin }).on('line', () => {
  process.stdout.write(
    `${JSON.stringify({ isSound: true })}\n${JSON.stringify({ error: 'a rule failed' })}\n`,
  );
});
