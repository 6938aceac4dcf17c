// A reader that does what it is asked about: keeps a processor busy for ever, or answers after a while.
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

interface Asked {
  data: { isBusy?: boolean; afterMs?: number };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { isBusy, afterMs = 0 } = (JSON.parse(line) as Asked).data;
  if (isBusy) for (;;);
  await wait(afterMs);
  process.stdout.write('{"value":null}\n');
}
