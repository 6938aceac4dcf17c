import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkPackage } from '../../src/checks/check-package.ts';
import { extractAppNodes } from '../../src/extract/extract-app-nodes.ts';
import { createPythonParser } from '../../src/python/python-parser.ts';
import { openFiles } from '../checks/open-files.ts';

const atOnce = (): boolean => true;
/** Long enough for the parser to ask whether it is late. */
const sourceOf = (name: string): string => `import subprocess\n${`${name} = [1, 2, 3]\n`.repeat(2_000)}`;

describe('the parser of Python', () => {
  it('parses once what the extraction and the checks of a package read, and keeps nothing of it', async () => {
    const parser = await createPythonParser();
    const source = sourceOf('both');
    await extractAppNodes(new Map([['__init__.py', source]]), { parser });
    assert.equal(parser.parse(source, atOnce)?.rootNode.namedChildCount, 2_001);
    await checkPackage(openFiles({ '__init__.py': Buffer.from(source) }), { parser });
    assert.ok(parser.parse(source, atOnce) === undefined);
  });

  it('keeps no tree for another package', async () => {
    const source = sourceOf('kept');
    (await createPythonParser()).parse(source);
    assert.equal((await createPythonParser()).parse(source, atOnce), undefined);
  });

  it('keeps trees of a bounded length of sources', async () => {
    const parser = await createPythonParser();
    for (let index = 0; index < 5; index += 1) parser.parse(`a = ${index}\n${' '.repeat(2 * 2 ** 20)}`);
    const source = sourceOf('late');
    parser.parse(source);
    assert.equal(parser.parse(source, atOnce), undefined);
  });

  it('starts anew after a parse that came too late', async () => {
    const parser = await createPythonParser();
    assert.equal(parser.parse(sourceOf('late'), atOnce), undefined);
    assert.equal(parser.parse('a = 1\n')?.rootNode.endIndex, 6);
  });
});
