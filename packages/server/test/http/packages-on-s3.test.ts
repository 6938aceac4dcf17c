import { after } from 'node:test';
import { packagesOnS3 } from '../support/packages-on-s3.ts';
import { testPackages } from '../support/start-server.ts';
import { oneEngine } from '../support/variants.ts';

// What these suites promise of a version and its package is the same wherever packages are kept.
testPackages.url = (await packagesOnS3({ after })).url;
oneEngine.isEnough = true;

for (const name of [
  'versions/delete-version',
  'versions/extract-version',
  'versions/get-findings',
  'versions/get-version',
  'nodes/install-node',
  'moderation/list-review-queue',
]) {
  await import(`./${name}.test.ts`);
}
