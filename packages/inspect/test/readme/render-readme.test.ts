import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Readme, ReadmePart } from '@patchbay/contract';
import { limits } from '@patchbay/contract/limits';
import { findReadme } from '../../src/readme/read-readme.ts';
import { renderReadme } from '../../src/readme/render-readme.ts';

const files = new Map(['LICENSE', 'docs/', 'docs/a guide.md', 'img/shot.png'].map((name) => [name, 1]));

const render = (text: string, file = 'README.md'): Readme =>
  renderReadme({ file, text, isCut: false }, files);

/** The parts, one a line, as an outline that people can read. */
const outline = (text: string, file?: string): string[] => render(text, file).parts.map(lineOf);

const lineOf = ({ depth, text, tag, picture: _picture, ...rest }: ReadmePart): string =>
  '  '.repeat(depth) +
  (text === undefined
    ? `<${[tag, ...Object.entries(rest).map(([key, value]) => `${key}=${value}`)].join(' ')}>`
    : text);

suite('a readme as elements and texts', () => {
  const cases: [name: string, markdown: string, expected: string[]][] = [
    [
      'headings without gaps, below those of the page',
      '# One\n\n#### Two\n\n# Three',
      ['<h3 id=readme-one>', '  One', '<h4 id=readme-two>', '  Two', '<h3 id=readme-three>', '  Three'],
    ],
    [
      'ids that no script of a page looks for',
      '<h2 id="location">A</h2>\n\n<p id="content">b</p>',
      ['<h3 id=readme-a>', '  A', '<p>', '  b'],
    ],
    ['the same heading twice', '# A\n\n# A', ['<h3 id=readme-a>', '  A', '<h3 id=readme-a-1>', '  A']],
    [
      'links outward, within, and to a file',
      '[a](https://x.org/?q=1) [b](#One) [c](docs/a%20guide.md) [d](./README.md#Two-%C3%A4)',
      [
        '<p>',
        '  <a href=https://x.org/?q=1>',
        '    a',
        '   ',
        '  <a href=#readme-one>',
        '    b',
        '   ',
        '  <a file=docs/a guide.md>',
        '    c',
        '   ',
        '  <a href=#readme-two-ä>',
        '    d',
      ],
    ],
    [
      'links to what the package lacks, by their place in the repository',
      '[a](../../issues?q=1#new) [b](docs/none.md#x) [c](/docs/../none.png) ![d](../d.png) [e](./../LICENSE) [f](.//x.org/y) [g](./javascript:x)',
      [
        ['a', '../../issues?q=1#new'],
        ['b', 'docs/none.md#x'],
        ['c', 'none.png'],
        ['d', '../d.png'],
        ['e', '../LICENSE'],
        ['f', '/x.org/y'],
        ['g', 'javascript:x'],
      ].flatMap(([text, path], index) => [index === 0 ? '<p>' : '   ', `  <a path=${path}>`, `    ${text}`]),
    ],
    ['links that lead nowhere', `[a](${'../'.repeat(9)}x) [b](.) [c](?x)`, ['<p>', '  a b c']],
    [
      'links that are none',
      '<a href="javascript:alert(1)">a</a> <a href="data:text/html,b">b</a> <a href="&#106;avascript:alert(1)">c</a> <a href="vbscript:x">d</a>',
      ['<p>', '  a b c d'],
    ],
    [
      'pictures of the package, and others as links',
      '![shot](img/shot.png) <img src=./img/shot.png width=300> [![in a link](img/shot.png)](https://x.org) ![](https://x.org/y.png) [![badge](https://x.org/b.svg)](https://x.org)',
      [
        '<p>',
        '  <img file=img/shot.png>',
        '    shot',
        '   ',
        '  <img file=img/shot.png width=300>',
        '    Picture',
        '   ',
        '  <a href=https://x.org/>',
        '    <img file=img/shot.png>',
        '      in a link',
        '   ',
        '  <a href=https://x.org/y.png>',
        '    Picture',
        '   ',
        '  <a href=https://x.org/>',
        '    badge',
      ],
    ],
    [
      'code and tables',
      '```py\na < b\n```\n\n|a|\n|-|\n|`b`|',
      [
        '<pre>',
        '  <code language=py>',
        '    a < b\n',
        '<table>',
        '  <thead>',
        '    <tr>',
        '      <th>',
        '        a',
        '  <tbody>',
        '    <tr>',
        '      <td>',
        '        <code>',
        '          b',
      ],
    ],
    [
      'lists, also with what does not belong there',
      '3. a\n4. b\n\n<ul>x<div><li>c</li></div></ul>',
      ['<ol start=3>', '  <li>', '    a', '  <li>', '    b', '<ul>', '  <li>', '    c'],
    ],
    [
      'elements of others',
      '<b>a</b><font color=red>b</font><center>c</center>',
      ['<p>', '  <strong>', '    a', '  b', '  <div>', '    c'],
    ],
    [
      'no code of any kind',
      '<script>a()</script><style>b</style><svg onload=c()><text>d</text></svg><iframe src=e>f</iframe><template>g</template>h<!-- i -->',
      ['h'],
    ],
    [
      'no form, and nothing that changes the page',
      '<form action=/x><input name=q value=v><button>a</button></form><base href=//x><meta http-equiv=refresh content=0>b',
      ['ab'],
    ],
    [
      'only the attributes that are listed',
      '<p style="position:fixed" class="x" onclick="y()" dir="rtl">a</p>',
      ['<p>', '  a'],
    ],
    ['nothing that is empty', '<a href="https://x.org"></a><h1><em></em></h1>a', ['a']],
  ];
  for (const [name, markdown, expected] of cases) {
    test(name, () =>
      assert.deepEqual(
        outline(markdown).map((line) => line.replace(/\n$/, '')),
        expected.map((line) => line.replace(/\n$/, '')),
      ),
    );
  }

  test('text as it is written', () => {
    assert.deepEqual(outline('# a <b>', 'readme.rst'), ['<pre>', '  # a <b>']);
  });

  test('Markdown before text, at the root alone', () => {
    assert.equal(
      findReadme(['docs/README.md', 'readme.TXT', 'ReadMe.Markdown', 'README.rst']),
      'ReadMe.Markdown',
    );
    assert.equal(findReadme(['docs/README.md', 'README', 'README.md.bak']), undefined);
  });
});

suite('a readme that is meant to do harm', () => {
  const many = (text: string, count = 50_000): string => text.repeat(count);
  const hostile: Record<string, string> = {
    'nested quotes': many('> '),
    'nested lists': many('- '),
    'nested emphasis': many('*a **b '),
    'nested elements': many('<div>'),
    'nested formatting': many('<b><i>'),
    brackets: many('['),
    links: many('[a]('),
    pictures: many('![a](b)'),
    'pictures of the package': many('![a](img/shot.png)'),
    'a wide table': `|${many('a|', 2_000)}\n|${many('-|', 2_000)}\n${many(`|${many('b|', 2_000)}\n`, 100)}`,
    'a table that Markdown fills': `|${many('a|', 2_000)}\n|${many('-|', 2_000)}\n${many('b\n', 2_000)}`,
    headings: many('# a\n'),
    entities: many('&CounterClockwiseContourIntegral;'),
    'control characters': many('\u0001\u202e'),
    'surrogates that a cut parts': many('a😀', 130_000),
  };
  for (const [name, text] of Object.entries(hostile)) {
    test(`is bounded: ${name}`, () => {
      const readme = render(text.slice(0, limits.readmeSourceBytesMax));
      assert.ok(Buffer.byteLength(JSON.stringify(readme)) <= limits.readmeBytesMax);
      assert.ok(readme.parts.every(({ depth }) => depth <= limits.readmeDepthMax));
      assert.ok(readme.parts.every((part) => part.text?.isWellFormed() ?? true));
    });
  }

  test('has no more pictures than are shown; the others are links', () => {
    const { parts } = render(many('![a](img/shot.png)', limits.readmePicturesMax + 2));
    const tags = parts.filter(({ file }) => file !== undefined).map(({ tag }) => tag);
    assert.deepEqual(tags.slice(-3), ['img', 'a', 'a']);
  });

  test('is cut, and says so', () => {
    const readme = render(many('word ', 100_000));
    assert.equal(readme.is_cut, true);
    assert.ok(JSON.stringify(readme).length > limits.readmeBytesMax / 6);
  });
});
