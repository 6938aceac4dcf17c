import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createPublisher, createToken, createClient } from '@patchbay/client';
import { zip } from '../../server/test/support/build.ts';
import { startServer } from '../../server/test/support/start-server.ts';
import { temporaryFolder } from '../../server/test/support/temporary-folder.ts';

const text = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');
const examples = [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
/** The one on which the others depend. */
const publishes = (code: string): boolean => code.includes('publishVersion');
/** What the examples leave to their reader. */
type Givens = { url: string; token: string; bytes: Uint8Array };

suite('the examples of the README', async () => {
  const server = await startServer({ after });
  const { bearer } = await server.user('ada');
  const owner = createClient({ url: server.url, token: bearer });
  await createPublisher(owner, { body: { id: 'ada' } });
  const { token } = await createToken(owner, { publisherId: 'ada', body: { name: 'ci' } });
  const givens: Givens = { url: server.url, token, bytes: await zip({ '__init__.py': '' }) };

  /** Runs one as a module of its own and returns what it logs. */
  const run = async (t: Parameters<typeof temporaryFolder>[0], code: string): Promise<string[]> => {
    const folder = await temporaryFolder(t);
    const path = join(folder, 'example.ts');
    const entry = pathToFileURL(join(import.meta.dirname, '..', 'src', 'index.ts')).href;
    const logged: string[] = [];
    const log = (...values: unknown[]) => void logged.push(values.join(' '));
    Object.assign(globalThis, { example: { ...givens, console: { log, error: log } } });
    await writeFile(
      path,
      [
        'const { url, token, bytes, console } = globalThis.example;',
        code.replace("'@patchbay/client'", `'${entry}'`).replace("'https://registry.example.org'", 'url'),
      ].join('\n'),
    );
    await import(pathToFileURL(path).href);
    return logged;
  };

  const publishing = examples.filter(publishes);
  for (const code of publishing) await run({ after }, code);
  await server.settle();

  for (const [index, code] of examples.entries()) {
    if (publishes(code)) continue;
    test(`example ${index + 1}`, async (t) => {
      const logged = await run(t, code);
      if (code.includes('itemsOf')) assert.deepEqual(logged, ['image-tools']);
      if (code.includes('findAppNodes')) assert.deepEqual(logged, ['Blur']);
      if (code.includes('RegistryError')) assert.match(logged.join(), /9\.9\.9/);
    });
  }

  test('one of them publishes', () => {
    assert.deepEqual([publishing.length, examples.length], [1, 7]);
  });
});
