import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sources, startServerProcess } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Makes a process end that imports any of the SDK. */
const withoutSdk = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier.startsWith('@aws-sdk/')) throw new Error('the SDK was imported');
      return next(specifier, context);
    },
  });
`)}`;

suite('packages on S3', () => {
  const start = async (test: Parameters<typeof temporaryFolder>[0], packages: Record<string, string>) =>
    startServerProcess(
      { DATA_DIR: await temporaryFolder(test), NODE_OPTIONS: `--import=${withoutSdk}`, ...packages },
      sources,
    );

  test('the SDK is imported only where packages are on S3', async (t) => {
    const server = await start(t, {});
    assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null });
    await assert.rejects(
      start(t, { PACKAGES_URL: 's3://bucket?endpoint=http://127.0.0.1:9' }),
      /the SDK was imported/,
    );
  });

  test('an address that names no place is said in one line', async (t) => {
    await assert.rejects(start(t, { PACKAGES_URL: 's3:bucket' }), /patchbay: PACKAGES_URL must be file:/);
  });
});
