/**
 * How often this disk can flush: `flush-loop.ts <folder> <seconds>` repeatedly appends 4 KiB and waits for fdatasync.
 */
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '', seconds = ''] = process.argv.slice(2);
const path = join(folder, 'flush-loop');
const block = Buffer.alloc(4_096, 1);
const file = openSync(path, 'a');
const start = performance.now();
let count = 0;
for (; performance.now() - start < Number(seconds) * 1_000; count += 1) {
  writeSync(file, block);
  fdatasyncSync(file);
}
const elapsed = (performance.now() - start) / 1_000;
closeSync(file);
rmSync(path);
process.stdout.write(String(count / elapsed));
