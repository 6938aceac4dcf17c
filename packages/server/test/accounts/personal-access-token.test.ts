import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isWellFormedToken, looksLikeToken, makeToken, tokenDigest } from '../../src/accounts/tokens.ts';

suite('personal-access-token', () => {
  test('each is another, of 192 random bits, and its mask shows four characters of it', () => {
    const tokens = Array.from({ length: 100 }, makeToken);
    assert.equal(new Set(tokens.map(({ token }) => token)).size, 100);
    for (const { token, sha256, masked } of tokens) {
      assert.match(token, /^pbp_[\w-]{32}[\da-f]{8}$/);
      assert.equal(sha256, tokenDigest(token));
      assert.equal(masked, `pbp_…${token.slice(-4)}`);
    }
  });

  test('one that was cut, mistyped or made up is told by its checksum', () => {
    const { token } = makeToken();
    assert.ok(isWellFormedToken(token));
    for (let place = 4; place < token.length; place += 1) {
      const mistyped = token.slice(0, place) + (token[place] === '0' ? '1' : '0') + token.slice(place + 1);
      assert.ok(looksLikeToken(mistyped));
      assert.equal(isWellFormedToken(mistyped), false, `mistyped at ${place}`);
    }
    for (const other of ['', 'pbp_', token.slice(0, -1), `${token}0`, ` ${token}`, token.slice(4)]) {
      assert.equal(isWellFormedToken(other), false, other);
    }
  });
});
