import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { configFolder } from '../../src/settings/config-folder.ts';

const cases = [
  ['linux', '/home/ada', {}, '/home/ada/.config/patchbay'],
  ['linux', '/home/ada', { XDG_CONFIG_HOME: '/settings' }, '/settings/patchbay'],
  ['linux', '/home/ada', { XDG_CONFIG_HOME: '' }, '/home/ada/.config/patchbay'],
  ['linux', '/home/ada', { XDG_CONFIG_HOME: 'relative' }, '/home/ada/.config/patchbay'],
  ['darwin', '/Users/ada', {}, '/Users/ada/Library/Application Support/patchbay'],
  ['win32', String.raw`C:\Users\ada`, {}, String.raw`C:\Users\ada\AppData\Roaming\patchbay`],
  ['win32', String.raw`C:\Users\ada`, { APPDATA: String.raw`D:\Data` }, String.raw`D:\Data\patchbay`],
  ['linux', undefined, { XDG_CONFIG_HOME: '/settings' }, '/settings/patchbay'],
  ['linux', undefined, {}, undefined],
  ['darwin', undefined, {}, undefined],
  ['win32', undefined, {}, undefined],
] as const;

suite('the folder of the settings', () => {
  for (const [platform, home, env, folder] of cases) {
    test(`${platform}: ${folder} with ${JSON.stringify(env)}`, () => {
      assert.equal(configFolder({ platform, home, env }), folder);
    });
  }
});
