import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { makePublisher, publishActive } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { openCli } from '../support/open-cli.ts';

const url = 'https://registry.example.org/base';

suite('patchbay open', async () => {
  const cli = await openCli({ after }, { url });
  const watchBrowser = () => {
    const shown: string[] = [];
    return { shown, openBrowser: (address: string): boolean => shown.push(address) > 0 };
  };

  test('--json: the address alone; nothing is opened', async () => {
    const { shown, openBrowser } = watchBrowser();
    const { code, result } = await cli.json(['open', 'image-tools@1.0.0'], { context: { openBrowser } });
    assert.equal(code, 0);
    assert.deepEqual(result.data, { url: `${url}/n/image-tools/v/1.0.0`, opened: false });
    assert.deepEqual(shown, []);
  });

  test('--json: it is the address of a page', async (t) => {
    const server = await startServer(t);
    await publishActive(server, await makePublisher(server, 'ada'), 'image-tools', '1.0.0');
    for (const words of [['open'], ['open', 'image-tools'], ['open', 'image-tools@1.0.0']]) {
      const { result } = await cli.json([...words, '--registry', server.url]);
      const { status, headers } = await fetch(result.data.url);
      assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8']);
    }
  });

  test('in a terminal: the address is opened and printed', async () => {
    const { shown, openBrowser } = watchBrowser();
    const node = await cli.inTerminal(['open', 'a/b'], { context: { openBrowser } });
    assert.deepEqual([node.code, node.stdout], [0, `${url}/n/a%2Fb\n`]);
    await cli.inTerminal(['open'], { context: { openBrowser } });
    assert.deepEqual(shown, [`${url}/n/a%2Fb`, `${url}/`]);
  });
});
