import assert from 'node:assert/strict';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { until } from '../../server/test/support/until.ts';
import { openBrowser } from '../src/open-browser.ts';
import { makeFolder } from './support/make-folder.ts';

const isLinux = process.platform === 'linux';

suite('the browser', { skip: !isLinux }, () => {
  test('is started with a page as one word, and with nothing else', async (t) => {
    const folder = await makeFolder(t, {
      'xdg-open': `#!/bin/sh\nprintf '%s\\n' "$#" "$1" >> "$0.opened"\n`,
    });
    await chmod(join(folder, 'xdg-open'), 0o755);
    const before = { ...process.env };
    t.after(() => void (process.env = before));
    process.env = { PATH: `${folder}:${before['PATH']}`, DISPLAY: ':0' };
    for (const address of [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'vscode://file/etc/passwd',
      '--version',
      '/usr/bin/true',
      'http:',
      '',
    ])
      assert.equal(openBrowser(address), false, address);
    assert.equal(openBrowser('https://example.org/a b"$(id)\n?c'), true);
    const opened = (): Promise<string> => readFile(join(folder, 'xdg-open.opened'), 'utf8').catch(() => '');
    await until(async () => (await opened()).endsWith('c\n'));
    assert.equal(await opened(), '1\nhttps://example.org/a%20b%22$(id)?c\n');
    process.env = { PATH: folder, DISPLAY: ':0', SSH_CONNECTION: 'x' };
    assert.equal(openBrowser('https://example.org/'), false, 'the screen is elsewhere');
  });
});
