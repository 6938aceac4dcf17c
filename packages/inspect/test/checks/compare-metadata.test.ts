import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findDifferentDependencies, hasDifferentLicense } from '../../src/checks/compare-metadata.ts';

suite('what a package declares and what is published', () => {
  test('dependencies differ by what they ask for, not by how it is spelled', () => {
    const same: readonly (readonly [inPackage: string, published: string])[] = [
      ['numpy', 'NumPy'],
      ['opencv_python >= 4, <5', 'OpenCV-Python<5,>=4'],
      ['requests (>=2)', 'requests>=2'],
      ['torch; sys_platform == "linux"', "torch ;sys_platform=='linux'"],
      ['a[x, y]', 'a[x,y]'],
      ['pkg @ https://example.org/pkg.whl', 'pkg@https://example.org/pkg.whl'],
    ];
    for (const [inPackage, published] of same) {
      assert.deepEqual(
        findDifferentDependencies({ dependencies: [inPackage] }, { dependencies: [published] }),
        [],
        inPackage,
      );
    }
    const pairs: readonly (readonly [string[], string[] | undefined, string[]])[] = [
      [['numpy>=1'], ['numpy>=2'], ['numpy']],
      [['numpy'], [], ['numpy']],
      [['torch', 'numpy'], undefined, ['numpy', 'torch']],
      [[], ['torch'], ['torch']],
      [['numpy', 'torch'], ['torch', 'numpy', 'numpy'], []],
      [['numpy', 'comfyui-frontend-package>=1.20'], ['numpy'], []],
      [['ComfyUI_Frontend_Package'], [], []],
      [['comfyui-frontend-package-tools'], [], ['comfyui-frontend-package-tools']],
    ];
    for (const [inPackage, dependencies, expected] of pairs) {
      assert.deepEqual(findDifferentDependencies({ dependencies: inPackage }, { dependencies }), expected);
    }
    assert.deepEqual(findDifferentDependencies({}, { dependencies: ['torch'] }), [], 'it says nothing');
  });

  test('a license is one where any of its names is shown', () => {
    const licenses: readonly (readonly [
      inPackage: string[],
      published: string | undefined,
      differs: boolean,
    ])[] = [
      [['MIT'], 'mit', false],
      [['LICENSE'], './LICENSE', false],
      [['LICENSE'], '{"file": "LICENSE"}', false],
      [['MIT  License'], '{"text": "MIT License"}', false],
      [['MIT', 'LICENSE.txt'], 'LICENSE.txt', false],
      [['MIT'], 'GPL-3.0-only', true],
      [['MIT'], '{}', true],
      [['MIT'], '', true],
      [['MIT'], undefined, true],
      [['MIT'], '"MIT"', true],
    ];
    for (const [license, published, differs] of licenses) {
      assert.equal(
        hasDifferentLicense({ license }, { license: published }),
        differs,
        `${license.join()} ${published}`,
      );
    }
    assert.equal(hasDifferentLicense({}, { license: 'MIT' }), false, 'it says nothing');
  });
});
