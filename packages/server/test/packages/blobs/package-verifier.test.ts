import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { suite, test } from 'node:test';
import { PackageVerifier } from '../../../src/packages/blobs/package-verifier.ts';
import { ApiError, BlobsAwayError } from '../../../src/errors.ts';
import { Clock, minutes } from '../../support/clock.ts';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const good = Buffer.from('the package');
const packageOf = (id: string, bytes = good) => ({ id, key: id, sha256: sha256(bytes), bytes: bytes.length });

/** A store that notes what is read, and how much of it at once. */
const openStore = (blobs: Record<string, Buffer> = {}) => {
  const opened: string[] = [];
  const most = { atOnce: 0 };
  let open = 0;
  return {
    opened,
    most,
    check: async () => {},
    open: async (key: string) => {
      opened.push(key);
      most.atOnce = Math.max(most.atOnce, (open += 1));
      const bytes = blobs[key] ?? good;
      return Readable.from([bytes.subarray(0, 4), bytes.subarray(4)]).on('close', () => (open -= 1));
    },
  };
};

const isDamaged = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'unavailable' && error.headers['retry-after'] === '60';

suite('package verifier', () => {
  test('a package is read once for all concurrent and later requests', async () => {
    const store = openStore();
    const verifier = new PackageVerifier(store, new Clock().now);
    await Promise.all(Array.from({ length: 50 }, () => verifier.verify(packageOf('a'))));
    await verifier.verify(packageOf('a'));
    assert.deepEqual(store.opened, ['a']);
  });

  test('other bytes, fewer and more are refused, and the refusal is repeated without reading for a while', async () => {
    const store = openStore({
      other: Buffer.from('the pAckage'),
      fewer: good.subarray(1),
      none: Buffer.alloc(0),
    });
    const clock = new Clock();
    const verifier = new PackageVerifier(store, clock.now);
    for (const id of ['other', 'fewer', 'none']) {
      const asked = Array.from({ length: 10 }, () =>
        assert.rejects(verifier.verify(packageOf(id)), isDamaged),
      );
      await Promise.all(asked);
      await assert.rejects(verifier.verify(packageOf(id)), isDamaged);
    }
    assert.deepEqual(store.opened, ['other', 'fewer', 'none']);
    clock.advance(minutes(1));
    await assert.rejects(verifier.verify(packageOf('other')), isDamaged);
    assert.equal(store.opened.length, 4);
  });

  test('one that cannot be read is the store’s fault, and is read again at once', async () => {
    let isAway = true;
    const store = openStore();
    const broken = () => new Readable({ read: (): never => assert.fail('ECONNRESET') });
    const verifier = new PackageVerifier(
      { ...store, open: async (key) => (isAway ? broken() : store.open(key)) },
      new Clock().now,
    );
    await assert.rejects(verifier.verify(packageOf('a')), BlobsAwayError);
    isAway = false;
    await verifier.verify(packageOf('a'));
  });

  test('four are read at once, and the others wait in order', async () => {
    const store = openStore();
    const verifier = new PackageVerifier(store, new Clock().now);
    const ids = Array.from({ length: 40 }, (_, index) => String(index));
    await Promise.all(ids.map((id) => verifier.verify(packageOf(id))));
    assert.deepEqual(store.opened, ids);
    assert.equal(store.most.atOnce, 4);
  });

  test('it remembers no more than its limit', async () => {
    const store = openStore();
    const verifier = new PackageVerifier(store, new Clock().now, 2);
    for (const id of ['a', 'b', 'c', 'c', 'b', 'a']) await verifier.verify(packageOf(id));
    assert.deepEqual(store.opened, ['a', 'b', 'c', 'a']);
  });
});
