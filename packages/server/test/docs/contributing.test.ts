import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { suite, test } from 'node:test';
import { type Endpoint, endpoints } from '@patchbay/contract';
import { RULES } from '../../../inspect/src/checks/ruleset.ts';
import { settings } from '../../src/settings.ts';
import { primaryKeys } from '../../src/store/primary-keys.ts';
import { inRepository, readDoc, section } from './repository.ts';

const guide = readDoc('CONTRIBUTING.md');

/** The paths that a part of the guide names, an example in place of the general names. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`((?:packages|docs|fixtures|bench)\/[^`]*|\w+\.md)`/g)].map(([, path = '']) =>
    path.replace('<area>', 'versions').replace('<verb-noun>', 'publish-version'),
  );

const texts = new Map(
  globSync(['packages/**/*.{ts,json,sql}', 'docs/{,operations/}*.{md,json}'], {
    cwd: inRepository(),
    exclude: ['**/node_modules/**', '**/dist/**'],
  }).map((file) => [file, readFileSync(inRepository(file), 'utf8')]),
);

const namesAll = (text: string, names: readonly string[]): boolean =>
  names.every((name) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text));

/** The files that name each of these things, and the folders whose files do so together. */
const placesThatName = (names: readonly string[]): string[] => {
  const folders = Map.groupBy(texts, ([file]) => dirname(file));
  return [...folders].flatMap(([folder, files]) => {
    const all = files.filter(([, text]) => namesAll(text, names)).map(([file]) => file);
    const isTogether = all.length === 0 && namesAll(files.map(([, text]) => text).join('\n'), names);
    return isTogether ? [`${folder}/`] : all;
  });
};

/** The document shows a dry run as a part of its endpoint. */
const operations = Object.entries<Endpoint>(endpoints).flatMap(([name, { isDryRun }]) =>
  isDryRun === true ? [] : [name],
);

const guided = {
  'Adding an endpoint': operations,
  'Adding a table or a column': Object.keys(primaryKeys),
  'Adding a check rule': Object.keys(RULES),
  'Adding a setting': Object.keys(settings),
};

suite('the guide for contributors', () => {
  test('names files that are there', () => {
    const paths = pathsIn(guide);
    assert.ok(paths.length > 40);
    assert.deepEqual(
      paths.filter((path) => !existsSync(inRepository(path))),
      [],
    );
  });

  for (const [title, names] of Object.entries(guided)) {
    test(`${title}: the steps name every place that names all there are`, () => {
      const steps = pathsIn(section(guide, title));
      const places = placesThatName(names);
      assert.ok(places.length > 1);
      const left = places.filter(
        (place) => !steps.some((step) => place === step || (step.endsWith('/') && place.startsWith(step))),
      );
      assert.deepEqual(left, [], 'Each of these needs a line for a new one, so a step has to say so.');
    });
  }
});
