import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openCli } from '../support/open-cli.ts';

suite('the registry that is called', () => {
  const urlOf = async (t: Parameters<typeof openCli>[0], PATCHBAY_URL: string, ...flags: string[]) => {
    const cli = await openCli(t, { url: PATCHBAY_URL });
    const { code, result } = await cli.json(['open', 'x', ...flags]);
    return code === 0 ? String(result.data.url).slice(0, -'/n/x'.length) : result.error.code;
  };

  test('of --registry, else of PATCHBAY_URL, else the one that answers on this machine', async (t) => {
    assert.equal(
      await urlOf(t, 'https://a.example', '--registry', 'https://b.example/base/'),
      'https://b.example/base',
    );
    assert.equal(await urlOf(t, 'https://a.example/'), 'https://a.example');
    for (const [answer, expected] of [
      [async () => Response.json({ status: 'ok' }), 'http://127.0.0.1:8080/n/x'],
      [async () => new Response(null, { status: 404 }), 'no_registry'],
      [async () => Promise.reject(new TypeError('fetch failed')), 'no_registry'],
    ] as const) {
      const cli = await openCli(t, { url: '' });
      const asked: string[] = [];
      const fetch: typeof globalThis.fetch = async (input) => {
        asked.push(input as string);
        return answer();
      };
      const { result } = await cli.json(['open', 'x'], { context: { fetch } });
      assert.equal(result.data?.url ?? result.error.code, expected);
      assert.deepEqual(asked, ['http://127.0.0.1:8080/health']);
    }
    const { code, stderr } = await (
      await openCli(t, { url: '' })
    ).run(['open', 'x'], {
      context: { fetch: async () => Promise.reject(new TypeError('fetch failed')) },
    });
    assert.equal(code, 2);
    assert.match(stderr, /No registry is set.*\n.*patchbay login --registry .*PATCHBAY_URL/);
  });

  test('one registry has one spelling, whatever its host looks like', async (t) => {
    const spellings = [
      ['http://[::1]:8080/', 'http://[::1]:8080'],
      ['http://[0:0::0001]:8080', 'http://[::1]:8080'],
      ['HTTPS://Registry.EXAMPLE', 'https://registry.example'],
      ['https://registry.example.:443//', 'https://registry.example'],
      ['https://registry.example./Base/../Nodes//', 'https://registry.example/Nodes'],
      ['https://bücher.example', 'https://xn--bcher-kva.example'],
      ['http://127.1', 'http://127.0.0.1'],
    ] as const;
    for (const [typed, called] of spellings) assert.equal(await urlOf(t, typed), called);
  });

  test('it is an http address without credentials, query or fragment', async (t) => {
    const wrong = [
      'a.example',
      'file:///etc',
      'https://u:p@a.example',
      'https://a.example?b',
      'https://a.example#b',
      'https://::1',
      'https://a..example',
      'https://a.example..',
      'https://.',
    ];
    for (const url of wrong) assert.equal(await urlOf(t, url), 'invalid_setting', url);
  });
});
