import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkPackage } from '../../src/checks/check-package.ts';
import { loadPythonParser } from '../../src/python/python-parser.ts';
import { openFiles } from '../checks/open-files.ts';

const atOnce = (): boolean => true;
/** Long enough for the parser to ask whether it is late. */
const sourceOf = (name: string): string => `import subprocess\n${`${name} = [1, 2, 3]\n`.repeat(2_000)}`;

describe('the parser of Python', () => {
  it('does not parse again what the checks have parsed', async () => {
    const parser = await loadPythonParser();
    assert.equal(parser.parse(sourceOf('unseen'), atOnce), undefined);

    const source = sourceOf('checked');
    await checkPackage(openFiles({ 'a.py': Buffer.from(source) }));
    const tree = parser.parse(source, atOnce);
    assert.equal(tree?.rootNode.namedChildCount, 2_001);
    tree?.delete();
  });

  it('gives each caller a tree of its own', async () => {
    const parser = await loadPythonParser();
    const source = sourceOf('shared');
    parser.parse(source)?.delete();
    const one = parser.parse(source);
    parser.parse(source)?.delete();
    assert.equal(one?.rootNode.endIndex, source.length);
    one?.delete();
  });

  it('keeps trees of a bounded length of sources, and lets those in use live', async () => {
    const parser = await loadPythonParser();
    const source = sourceOf('old');
    const used = parser.parse(source);
    for (let index = 0; index < 5; index += 1)
      parser.parse(`a = ${index}\n${' '.repeat(2 * 2 ** 20)}`)?.delete();
    assert.equal(parser.parse(source, atOnce), undefined);
    assert.equal(used?.rootNode.namedChildCount, 2_001);
    used?.delete();
  });

  it('starts anew after a parse that came too late', async () => {
    const parser = await loadPythonParser();
    assert.equal(parser.parse(sourceOf('late'), atOnce), undefined);
    const tree = parser.parse('a = 1\n');
    assert.equal(tree?.rootNode.endIndex, 6);
    tree?.delete();
  });
});
