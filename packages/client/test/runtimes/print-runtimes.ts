// `npm run runtimes`: packs the SDK, and publishes and installs with it in Node.js, Deno and Bun.
import { execFile } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makePublisher, zip } from '../../../server/test/support/build.ts';
import { installPacked } from '../../../server/test/support/install-packed.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { temporaryFolder } from '../../../server/test/support/temporary-folder.ts';

const run = promisify(execFile);
const runtimes = {
  node: { command: [process.execPath], packages: [] },
  deno: { command: ['node_modules/.bin/deno', 'run', '--allow-all'], packages: ['deno@2.9.6'] },
  bun: { command: ['node_modules/.bin/bun', 'run'], packages: ['bun@1.4.5'] },
};

await using opened = new AsyncDisposableStack();
const test = { after: (close: () => Promise<void>) => opened.defer(close) };
const folder = await temporaryFolder(test);
const packages = Object.values(runtimes).flatMap(({ packages: those }) => those);
await installPacked(folder, ['client']);
await run('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: folder });
await copyFile(new URL('program.js', import.meta.url), join(folder, 'program.js'));
await writeFile(join(folder, 'package.zip'), await zip({ '__init__.py': 'NODE_CLASS_MAPPINGS = {}\n' }));

const server = await startServer(test);
let expected: string | undefined;
for (const [name, { command }] of Object.entries(runtimes)) {
  const { id, token } = await makePublisher(server, `ada-${name}`);
  const [program, ...args] = [...command, 'program.js', server.url, token, id, 'package.zip'];
  const { stdout } = await run(program, args, { cwd: folder });
  expected ??= stdout;
  process.stdout.write(`${name}: ${stdout}\n`);
  if (stdout !== expected) process.exitCode = 1;
}
