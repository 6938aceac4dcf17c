// A reader that does what the node is named after: keeps a processor busy for ever, never answers, or does after a while.
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

const answers: Readonly<Record<string, () => Promise<void> | never>> = {
  busy: () => {
    for (;;);
  },
  never: () => new Promise(() => undefined),
  later: () => wait(300),
  'sound-then-busy': async () => {
    process.stdout.write('{"isSound":true}\n');
    for (;;);
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { nodeId } = (JSON.parse(line) as { published: { nodeId: string } }).published;
  await answers[nodeId]?.();
  process.stdout.write('{"error":"it is done"}\n');
}
