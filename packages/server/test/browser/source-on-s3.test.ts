import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { type CORSConfiguration, PutBucketCorsCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { openPage } from '../support/browser.ts';
import { makePublisher, publishFiles } from '../support/build.ts';
import { packagesOnS3 } from '../support/packages-on-s3.ts';
import { startServer } from '../support/start-server.ts';
import { suiteOnSqlite } from '../support/variants.ts';

const operations = new URL('../../../../docs/operations/cluster.md', import.meta.url);

/** The rules that operators are told to apply. */
const rulesInDocs = async (): Promise<CORSConfiguration> => {
  const [, json = ''] =
    /```json\n(\s*\{\s*"CORSRules"[\s\S]*?)```/.exec(await readFile(operations, 'utf8')) ?? [];
  return JSON.parse(json) as CORSConfiguration;
};

// The package store is what differs here, not the database.
suiteOnSqlite('the source of packages on S3, in a browser', async () => {
  const s3 = await packagesOnS3({ after });
  const server = await startServer({ after }, { PACKAGES_URL: s3.url() });
  const ada = await makePublisher(server, 'ada');
  await publishFiles(server, ada, 'blur', '1.0.0', { 'blur.py': 'class Blur:\n    RADIUS = 3\n' });
  await publishFiles(server, ada, 'blur', '1.1.0', { 'blur.py': 'class Blur:\n    RADIUS = 4\n' });
  const rules = new PutBucketCorsCommand({ Bucket: s3.bucket, CORSConfiguration: await rulesInDocs() });
  await s3.client.send(rules).catch((error: unknown) => {
    // Swift has the same rules in its own configuration: serve-swift.py.
    assert.ok(error instanceof S3ServiceException && error.name === 'NotImplemented', String(error));
  });

  test('is read from there, in ranges, verified, searched and compared', async (t) => {
    const page = await openPage(t, 'http://127.0.0.1');
    const ranges: string[] = [];
    page.on('response', (response) => {
      if (!response.url().startsWith(s3.endpoint) || response.status() !== 206) return;
      ranges.push(response.headers()['content-range'] ?? '');
    });
    await page.goto(`${server.url}/n/blur/v/1.1.0/source?file=blur.py`);
    await page.locator('.hljs-keyword').first().waitFor();
    await page.getByRole('searchbox', { name: 'Find in the source' }).fill('radius');
    await page.keyboard.press('Enter');
    await page.getByText('1 line in the files').waitFor();
    await page.goto(`${server.url}/n/blur/diff/1.0.0...1.1.0?file=blur.py`);
    await page.getByRole('insertion').filter({ hasText: '4' }).waitFor();
    assert.ok(ranges.length >= 3, `${ranges.length} requests of ranges`);
    assert.ok(ranges.every((range) => /^bytes \d+-\d+\/\d+$/.test(range)));
  });
});
