import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { packagePolicy } from '../../src/site/register-site.ts';

const connectOf = async (PACKAGES_PUBLIC_URL?: string, sign?: () => Promise<string>) => {
  const blobs = sign === undefined ? {} : { signDownload: sign };
  const policy = await packagePolicy({ config: { PACKAGES_PUBLIC_URL }, blobs })();
  return /connect-src [^;]*/.exec(policy)?.[0];
};

suite('the policy of pages that read packages', () => {
  test('allows the origin of a store that serves downloads itself, and of none else', async () => {
    assert.equal(await connectOf(), "connect-src 'self'");
    assert.equal(
      await connectOf(undefined, async () => 'https://bucket.s3.example.org/packages/any?X-Amz-Signature=1'),
      "connect-src 'self' https://bucket.s3.example.org",
    );
    assert.equal(
      await connectOf('https://cdn.example.org/a/b', async () => 'https://bucket.s3.example.org/any'),
      "connect-src 'self' https://cdn.example.org",
    );
  });

  test('asks again for an origin that could not be found', async () => {
    const answers = [
      Promise.reject(new Error('no credentials')),
      Promise.resolve('https://s3.example.org/any'),
    ];
    const policy = packagePolicy({
      config: { PACKAGES_PUBLIC_URL: undefined },
      blobs: { signDownload: () => answers.shift() ?? Promise.resolve('') },
    });
    assert.match(await policy(), /connect-src 'self';/);
    assert.match(await policy(), /connect-src 'self' https:\/\/s3\.example\.org;/);
    assert.match(await policy(), /connect-src 'self' https:\/\/s3\.example\.org;/);
  });
});
