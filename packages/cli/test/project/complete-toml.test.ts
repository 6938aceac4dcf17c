import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CliError } from '../../src/errors.ts';
import { completeToml } from '../../src/project/complete-toml.ts';

const publisher = { table: ['tool', 'patchbay'], key: 'PublisherId', value: 'ada' };
const name = { table: ['project'], key: 'name', value: 'tools' };

suite('values are added to a pyproject.toml', () => {
  test('to none', () => {
    assert.equal(
      completeToml('', [name, { table: ['project'], key: 'dependencies', value: ['a', 'b'] }, publisher]),
      '[project]\nname = "tools"\ndependencies = [ "a", "b" ]\n\n[tool.patchbay]\nPublisherId = "ada"\n',
    );
  });

  test('after the last key of their table, with all text that is there as it was', () => {
    const toml = `# The build.
[build-system]
requires = ["setuptools"]   # spaces

[ project ]  # a comment
version = '''
[tool.patchbay]
1'''
classifiers = [
  "[tool.patchbay]", # ]
  "a",
]

# About the tool.
[tool.patchbay]
# PublisherId = "somebody"
includes = []
`;
    assert.equal(
      completeToml(toml, [name, publisher]),
      toml.replace('  "a",\n]\n', '  "a",\n]\nname = "tools"\n') + 'PublisherId = "ada"\n',
    );
  });

  test('lines keep the ends that they have', () => {
    assert.equal(
      completeToml('[project]\r\nversion = "1"', [name]),
      '[project]\r\nversion = "1"\r\nname = "tools"\r\n',
    );
  });

  test('lists of tables and quoted names are no obstacle', () => {
    const toml =
      '[[tool.patchbay.models]]\nname = "m"\n["project"]\nversion = "1"\n[tool."patchbay"]\nIcon = "\\"["\n';
    assert.equal(
      completeToml(toml, [name, publisher]),
      toml.replace('version = "1"\n', 'version = "1"\nname = "tools"\n') + 'PublisherId = "ada"\n',
    );
  });

  for (const [form, toml] of [
    ['an inline table', 'project = { version = "1" }\n'],
    ['dotted keys', 'project.version = "1"\n'],
    ['a value that is there', '[project]\nname = "other"\n'],
    ['a list in place of the table', '[[project]]\nversion = "1"\n'],
  ] as const) {
    test(`${form}: refused, with the lines to add by hand`, () => {
      assert.throws(
        () => completeToml(toml, [name]),
        (error: unknown) => {
          assert.ok(error instanceof CliError, String(error));
          assert.deepEqual(error.details, [
            { path: '/project/name', message: 'Add name = "tools" to [project].' },
          ]);
          return true;
        },
      );
    });
  }
});
