import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type PageOptions, openPage } from '../support/browser.ts';
import { makePublisher, publishPending } from '../support/build.ts';
import { postponeReads } from '../support/postpone-reads.ts';
import { enqueueJob } from '../support/enqueue-job.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

suite('pages about the registry itself', async () => {
  const server = await startServer({ after });
  const { context } = server.server;
  const moderator = await server.moderator();
  const ada = await makePublisher(server, 'ada');

  /** A page of a browser that is signed in. */
  const openSignedIn = (t: Parameters<typeof openPage>[0], options: PageOptions = {}) =>
    openPage(t, server.url, { ...options, session: moderator.bearer });

  test('a moderator retries a failed job by keyboard alone, without scripts', async (t) => {
    // It is not tried again before it is retried.
    server.clock.stop();
    const { signedUrl, bytes } = await publishPending(ada, 'failing', '1.0.0');
    const reads = postponeReads(context.readers, () => Promise.reject(new Error('no reader')));
    assert.equal((await server.anonymous.upload(signedUrl, bytes)).status, 200);
    await server.server.worker.settle();
    reads.restore();
    const page = await openSignedIn(t, { hasScripts: false });
    await page.goto('/moderate/jobs?state=failed');
    const card = page.getByRole('article');
    await card.getByText('Error: no reader').waitFor();
    await card.getByText('Decide').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Repaired.');
    await page.keyboard.press('Enter');
    await page.getByText('No job.').waitFor();
    await server.settle();
    const { changes } = (await moderator.get('/admin/changes?limit=1000')).json;
    const retried = changes.filter(({ action }) => action === 'job.retried');
    assert.deepEqual(
      retried.map(({ reason }) => reason),
      ['Repaired.'],
    );
  });

  test('a job that a version waits for has no button to drop it; others are sent to sign in', async (t) => {
    const { versionId } = await publishPending(ada, 'kept', '1.0.0');
    await enqueueJob(server, { kind: 'receive-package', subject: versionId });
    const page = await openSignedIn(t);
    await page.goto('/moderate/jobs?kind=receive-package');
    await page.getByRole('article').first().getByText('Decide').click();
    await page.getByRole('button', { name: 'Retry now' }).first().waitFor();
    assert.equal(await page.getByRole('button', { name: 'Drop' }).count(), 0);
    const { status, headers } = await server.anonymous.getHere(`${server.url}/moderate/jobs`);
    assert.deepEqual([status, headers.get('location')], [303, '/sign-in?to=%2Fmoderate%2Fjobs']);
  });
});
