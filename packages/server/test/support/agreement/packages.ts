import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  listPackageFixtures,
  loadPackageFixture,
} from '../../../../inspect/test/support/package-fixtures.ts';
import { zip } from '../build.ts';

type Bytes = Uint8Array<ArrayBuffer>;
/** Makes a package that is sent as this version of this node. */
type MakePackage = (nodeId: string, version: string) => Bytes | Promise<Bytes>;

const snippets = new URL('../../../../../fixtures/', import.meta.url).pathname;
const readSnippet = (kind: 'harmless' | 'malicious', name: string): Promise<string> =>
  readFile(join(snippets, kind, `${name}.txt`), 'utf8');

const pyproject = (name: string, version: string): string =>
  `[project]\nname = "${name}"\nversion = "${version}"\ndependencies = ["numpy", "torch==1.0"]\n`;

const appNode = (name: string): string =>
  [
    `class ${name}:`,
    '    FUNCTION = "run"',
    '    RETURN_TYPES = ("IMAGE",)',
    '    @classmethod',
    '    def INPUT_TYPES(cls): return {"required": {"image": ("IMAGE",)}}',
  ].join('\n');

const sound: Readonly<Record<string, MakePackage>> = {
  harmless: (nodeId) => zip({ '__init__.py': `NAME = ${JSON.stringify(nodeId)}\n` }),
  'app-nodes': () =>
    zip({
      '__init__.py': `${appNode('Sharpen')}\n${appNode('Blur')}\nNODE_CLASS_MAPPINGS = {"Sharpen": Sharpen, "Blur": Blur}\n`,
    }),
  'app-nodes that cannot be read': () =>
    zip({ '__init__.py': 'NODE_CLASS_MAPPINGS = {name: make(name) for name in names()}\n' }),
  'its own metadata': (nodeId, version) =>
    zip({ 'pyproject.toml': pyproject(nodeId, version), '__init__.py': '' }),
  'the metadata of another': () =>
    zip({ 'pyproject.toml': pyproject('another', '9.9.9'), '__init__.py': '' }),
  malicious: async () => zip({ '__init__.py': await readSnippet('malicious', 'bind-shell') }),
  requirements: () => zip({ 'requirements.txt': 'requests\n--index-url https://example.org\n', 'a.py': '' }),
  'no zip': () => new TextEncoder().encode('#!/bin/sh\n'),
  nothing: () => new Uint8Array(),
};

/** Packages of every kind by their names: harmless, found fault with, contradicting their publish, and hostile. */
export const makePackages = async (): Promise<Readonly<Record<string, MakePackage>>> => {
  const hostile = (await listPackageFixtures()).map(async (name): Promise<[string, MakePackage]> => {
    const bytes = new Uint8Array(await (await loadPackageFixture(name)).build());
    return [`hostile: ${name}`, () => bytes];
  });
  return { ...sound, ...Object.fromEntries(await Promise.all(hostile)) };
};
