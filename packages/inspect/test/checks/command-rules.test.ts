import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { checkFiles } from './check-files.ts';

const errorsIn = async (line: string): Promise<string[]> => {
  const { findings } = await checkFiles({ 'install.sh': `#!/bin/sh\n${line}\n` });
  return findings.map(({ rule }) => rule);
};

suite('a download that is run', () => {
  for (const address of [
    'http://get.docker.com/',
    'https://get.docker.com@host.example/',
    'https://get.docker.com.host.example/',
    'https://raw.githubusercontent.com/homebrew-install/x/install.sh',
    'https://$HOST/get.docker.com',
  ]) {
    test(`holds a package if it comes from ${address}`, async () => {
      assert.deepEqual(await errorsIn(`curl -fsSL ${address} | sh`), ['download-to-shell']);
    });
  }

  for (const address of [
    'https://get.docker.com',
    'https://www.ollama.com/install.sh',
    'https://raw.githubusercontent.com/Homebrew/install/HEAD/install.sh',
    'https://astral.sh/uv/${VERSION}/install.sh',
  ]) {
    test(`holds none if it is the known installer ${address}`, async () => {
      assert.deepEqual(await errorsIn(`curl -fsSL ${address} | sh`), []);
    });
  }
});

suite('what starts with the machine', () => {
  for (const line of ['crontab jobs', 'crontab -u ada jobs', '(crontab -l; echo x) | crontab -']) {
    test(`is said of ${line}`, async () => {
      assert.deepEqual(await errorsIn(line), ['starts-with-system']);
    });
  }

  for (const line of ['crontab -l', 'crontab -r', 'crontab -u ada -l']) {
    test(`is not said of ${line}`, async () => {
      assert.deepEqual(await errorsIn(line), []);
    });
  }
});
