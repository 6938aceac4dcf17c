import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ProjectError, parseProject } from '../../src/project/index.ts';

const parse = (toml: string, files: Record<string, string> = {}) =>
  parseProject(toml, (path) => Promise.resolve(files[path]));

const faultsOf = async (toml: string, files: Record<string, string> = {}) => {
  const error: unknown = await parse(toml, files).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ProjectError, 'it is refused');
  return error.details?.map(({ path, message }) => `${path}: ${message}`) ?? [error.message];
};

const required = '[project]\nname = "tools"\nversion = "1.0.0"\n';

suite('what a pyproject.toml says about a node', () => {
  test('a project made for the tools of comfyui, with a BOM', async () => {
    const project = await parse(`\u{feff}[project]
name = "image-tools"
version = " 1.2.0 "
description = "Resizes images"
license = { file = "LICENSE" }
dependencies = ["numpy>=1.26", "comfyui-frontend-package>=1.20.0"]
classifiers = ["Operating System :: OS Independent", "Environment :: GPU :: NVIDIA CUDA", "Topic :: Software"]
[project.urls]
Repository = "https://example.org/image-tools"
[tool.comfy]
PublisherId = "ada"
DisplayName = "Image tools"
Icon = ""
Banner = "https://example.org/banner.png"
includes = ["/dist", "./models/config/"]
"requires-comfyui" = ">=0.3.0"
`);
    const supported = {
      supported_os: ['OS Independent'],
      supported_accelerators: ['GPU :: NVIDIA CUDA'],
      supported_app_version: '>=0.3.0',
      supported_app_frontend_version: '>=1.20.0',
    };
    assert.deepEqual(project, {
      nodeId: 'image-tools',
      version: '1.2.0',
      publisherId: 'ada',
      node: {
        name: 'Image tools',
        description: 'Resizes images',
        banner_url: 'https://example.org/banner.png',
        license: 'LICENSE',
        repository: 'https://example.org/image-tools',
        ...supported,
      },
      nodeVersion: { version: '1.2.0', dependencies: ['numpy>=1.26'], ...supported },
      includes: [
        { path: 'dist', source: '[tool.comfy] includes' },
        { path: 'models/config', source: '[tool.comfy] includes' },
      ],
      looseVersions: true,
    });
  });

  test('[tool.patchbay] has the same keys and counts before the table of a host, key by key', async () => {
    const { publisherId, node, includes, looseVersions } = await parse(`${required}
[tool.comfy]
PublisherId = "of-comfy"
DisplayName = "Tools"
includes = ["a"]
[tool.patchbay]
PublisherId = "of-patchbay"
requires-app = ">=2"
`);
    assert.deepEqual(
      [publisherId, node, includes.map(({ path }) => path), looseVersions],
      ['of-patchbay', { name: 'Tools', supported_app_version: '>=2' }, ['a'], true],
    );
  });

  test('no more than a name and a version is needed', async () => {
    const { nodeId, publisherId, node, nodeVersion } = await parse(required);
    assert.deepEqual(
      [nodeId, publisherId, node, nodeVersion],
      ['tools', undefined, {}, { version: '1.0.0' }],
    );
  });

  for (const [form, license] of [
    ['"MIT"', 'MIT'],
    ['{ text = "MIT License" }', 'MIT License'],
    ['{ file = "LICENSE.txt" }', 'LICENSE.txt'],
  ]) {
    test(`the license ${form}`, async () => {
      assert.equal((await parse(`${required}license = ${form}\n`)).node.license, license);
    });
  }

  test('the license that the text of its file is, or that the classifiers mean', async () => {
    const ofFile = async (text: string) =>
      (await parse(`${required}license = { file = "LICENSE" }\n`, { LICENSE: text })).node.license;
    const mit = `MIT License\n\nCopyright (c) 2026 Ada\n\nPermission is hereby granted, free of charge, to any person\nobtaining a copy of this software and associated documentation files (the "Software") …`;
    const bsd = 'Redistribution and use in source and binary forms, with or without modification …';
    for (const [text, license] of [
      [mit, 'MIT'],
      ['   GNU GENERAL PUBLIC LICENSE\n   Version 3, 29 June 2007\n …', 'GPL-3.0'],
      ['Apache License\nVersion 2.0, January 2004\n …', 'Apache-2.0'],
      [bsd, 'BSD-2-Clause'],
      [`${bsd} 3. Neither the name of …`, 'BSD-3-Clause'],
      [`${bsd} 3. All advertising materials … 4. Neither the name of …`, 'LICENSE'],
      [`${mit}\n\n${bsd}`, 'LICENSE'],
      ['All rights reserved.', 'LICENSE'],
      [mit + ' '.repeat(70_000), 'LICENSE'],
    ] as const)
      assert.equal(await ofFile(text), license, text.slice(0, 40));
    const classifiers = async (...named: string[]) =>
      (await parse(`${required}classifiers = ${JSON.stringify(named)}\n`)).node.license;
    assert.equal(await classifiers('Topic :: X', 'License :: OSI Approved :: MIT License'), 'MIT');
    assert.equal(await classifiers('License :: OSI Approved :: BSD License'), undefined);
    assert.equal(
      await classifiers(
        'License :: OSI Approved :: MIT License',
        'License :: OSI Approved :: ISC License (ISCL)',
      ),
      undefined,
    );
  });

  const dynamic =
    '[project]\nname = "tools"\ndynamic = ["version"]\n[tool.comfy.version]\npath = "src/version.py"\n';
  for (const [source, version] of [
    ['"""The version."""\n__version__ = "2.0.1"  # released\n', '2.0.1'],
    ["VERSION: str = '2.0.1'\r\n", '2.0.1'],
    ['__version__ = "2." "0.1"\n', undefined],
    ['__version__ = ".".join(parts)\n', undefined],
    ['# __version__ = "2.0.1"\n', undefined],
  ] as const) {
    test(`a dynamic version in ${JSON.stringify(source)} is ${version ?? 'a fault'}`, async () => {
      const files = { 'src/version.py': source };
      if (version !== undefined) assert.equal((await parse(dynamic, files)).version, version);
      else
        assert.match(
          (await faultsOf(dynamic, files)).join(),
          /\/tool\/comfy\/version\/path: "src\/version\.py" is no/,
        );
    });
  }

  test('the front end of the host is known by its whole name, however it is spelled', async () => {
    const { nodeVersion } = await parse(
      `${required}dependencies = ["ComfyUI_Frontend_Package >=1.20", "comfyui-frontend-package-tools"]\n`,
    );
    assert.deepEqual(nodeVersion, {
      version: '1.0.0',
      dependencies: ['comfyui-frontend-package-tools'],
      supported_app_frontend_version: '>=1.20',
    });
  });

  test('a version file outside of the project is not read', async () => {
    for (const path of ['../version.py', '/etc/version.py', 'C:\\\\version.py', 'a/../../version.py']) {
      const toml = dynamic.replace('src/version.py', path);
      assert.match(
        (await faultsOf(toml, { [path]: 'VERSION = "1.0.0"\n' })).join(),
        /is no file of the project/,
      );
    }
  });

  test('all faults are named at once, each with its place', async () => {
    assert.deepEqual(
      await faultsOf(
        '[project]\nversion = 1\ndependencies = "numpy"\n[tool.comfy]\nincludes = ["../x", "a"]\n',
      ),
      [
        '/project/version: This must be text. Put it in quotes.',
        '/project/name: The id of the node is missing.',
        '/tool/comfy/includes: "../x" is no path inside the project.',
        '/project/dependencies: This must be a list of texts, such as ["one", "two"].',
      ],
    );
    assert.deepEqual(await faultsOf('project = "x"\n'), ['/project/name: The id of the node is missing.']);
  });

  test('what is no TOML is refused with its line', async () => {
    assert.match((await faultsOf('[project]\nname = \n')).join(), /not valid TOML at line 2/);
  });
});
