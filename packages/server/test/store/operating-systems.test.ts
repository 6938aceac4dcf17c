import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { operatingSystem, systemOfFormFactor } from '../../src/store/operating-systems.ts';

suite('operating-systems', () => {
  test('one name for each of the three, however it is written', () => {
    const spellings: Readonly<Record<string, readonly string[]>> = {
      windows: ['Windows', 'win32', 'Operating System :: Microsoft :: Windows', ' NT '],
      macos: ['macOS', 'Darwin', 'mac', 'Operating System :: MacOS', 'Mac OS X'],
      linux: ['Linux', 'Operating System :: POSIX :: Linux', 'GNU/Linux'],
      'os independent': ['OS Independent', 'Operating System :: OS Independent'],
      freebsd: ['FreeBSD'],
      '': ['', ' ', 'Operating System ::'],
    };
    for (const [name, written] of Object.entries(spellings)) {
      for (const text of written) assert.equal(operatingSystem(text), name, text);
    }
  });

  test('the last part of a form factor', () => {
    const systems = ['git-linux', 'git-windows', 'desktop-win', 'desktop-mac', 'other'].map(
      systemOfFormFactor,
    );
    assert.deepEqual(systems, ['linux', 'windows', 'windows', 'macos', 'other']);
  });
});
