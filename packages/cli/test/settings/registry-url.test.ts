import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openCli } from '../support/open-cli.ts';

suite('the registry that is called', () => {
  const urlOf = async (t: Parameters<typeof openCli>[0], PATCHBAY_URL: string, ...flags: string[]) => {
    const cli = await openCli(t, { url: PATCHBAY_URL });
    const { code, result } = await cli.json(['open', 'x', ...flags]);
    return code === 0 ? String(result.data.url).slice(0, -'/nodes/x'.length) : result.error.code;
  };

  test('of --registry, else of PATCHBAY_URL, else on this machine', async (t) => {
    assert.equal(
      await urlOf(t, 'https://a.example', '--registry', 'https://b.example/base/'),
      'https://b.example/base',
    );
    assert.equal(await urlOf(t, 'https://a.example/'), 'https://a.example');
    assert.equal(await urlOf(t, ''), 'http://127.0.0.1:8080');
  });

  test('it is an http address without credentials, query or fragment', async (t) => {
    const wrong = [
      'a.example',
      'file:///etc',
      'https://u:p@a.example',
      'https://a.example?b',
      'https://a.example#b',
    ];
    for (const url of wrong) assert.equal(await urlOf(t, url), 'invalid_setting', url);
  });
});
