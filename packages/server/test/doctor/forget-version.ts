import { sql } from 'kysely';
import { makePublisher, publishPending } from '../support/build.ts';
import { postponeReads } from '../support/postpone-reads.ts';
import type { TestServer } from '../support/start-server.ts';
import { tamper } from '../support/tamper.ts';

/** Uploads a package that no reader has read yet, and removes the job that would have it read. */
export const forgetVersion = async (server: TestServer): Promise<void> => {
  const { context, worker } = server.server;
  const reads = postponeReads(context.readers, () => Promise.reject(new Error('not now')));
  const { signedUrl, bytes } = await publishPending(
    await makePublisher(server, 'forgetful'),
    'forgotten',
    '1.0.0',
  );
  await server.anonymous.upload(signedUrl, bytes);
  await worker.settle();
  reads.restore();
  await tamper(context.config.DATABASE_URL, sql`delete from jobs where kind = 'receive-package'`);
};
