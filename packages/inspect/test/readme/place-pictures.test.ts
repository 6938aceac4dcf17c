import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ReadmePart } from '@patchbay/contract';
import { limits } from '@patchbay/contract/limits';
import { listFiles } from '../../src/archive/list-files.ts';
import { readVerifiedArchive } from '../../src/archive/read-verified-archive.ts';
import { describeFile } from '../../src/readme/describe-file.ts';
import { readReadme } from '../../src/readme/read-readme.ts';
import { saveArchive } from '../support/package-fixtures.ts';
import { writeRawZip } from '../support/raw-zip.ts';

const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
const u16 = (value: number) => [value >> 8, value & 255];
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 0xffff)];
const box = (type: string, ...content: readonly (string | readonly number[])[]): number[] => {
  const inner = bytes(...content);
  return [...bytes(u32(inner.length + 8), type, [...inner])];
};

const png = (width: number, height: number) =>
  bytes('\x89PNG\r\n\x1a\n', u32(13), 'IHDR', u32(width), u32(height), [8, 6, 0, 0, 0]);

/** The starts of pictures of 300 × 200. */
const pictures: Readonly<Record<string, Buffer>> = {
  'a.png': png(300, 200),
  'b.gif': bytes('GIF89a', [44, 1, 200, 0, 0, 0, 0]),
  'c.jpg': bytes([0xff, 0xd8, 0xff, 0xe0], u16(4), [0, 0, 0xff, 0xc0], u16(11), [8], u16(200), u16(300), [1]),
  'd.webp': bytes('RIFF', [30, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0, 43, 1, 0, 199, 0, 0]),
  'e.avif': bytes(
    box('ftyp', 'avif', u32(0)),
    box(
      'meta',
      u32(0),
      box('pitm', u32(0), u16(1)),
      box(
        'iprp',
        box('ipco', box('ispe', u32(0), u32(300), u32(200))),
        box('ipma', u32(0), u32(1), u16(1), [1, 1]),
      ),
    ),
  ),
};

const placed = async (files: Readonly<Record<string, Buffer>>, text?: string): Promise<ReadmePart[]> => {
  const readme =
    text ??
    Object.keys(files)
      .map((name) => `![${name}](${name})`)
      .join('\n\n');
  const entries = Object.entries({ ...files, 'README.md': Buffer.from(readme) });
  await using saved = await saveArchive(
    writeRawZip(
      entries.map(([name, content]) => ({ name, packed: content, content, header: { method: 0 } })),
    ),
  );
  await using archive = await readVerifiedArchive(saved.path);
  const list = listFiles(archive).files;
  const found = await readReadme(archive, list);
  const parts = found?.parts.filter(({ tag }) => tag === 'img') ?? [];
  for (const { file, picture } of parts) {
    if (picture === undefined) continue;
    const { width: _width, height: _height, ...place } = picture;
    const listed = list.find(([path]) => path === file);
    assert.deepEqual({ path: file, ...place }, listed && describeFile(listed));
  }
  return parts;
};

suite('the pictures of a readme', () => {
  test('have their size and their place in the package', async () => {
    const parts = await placed(pictures);
    assert.deepEqual(
      parts.map(({ file, picture }) => [file, picture?.width, picture?.height]),
      Object.keys(pictures).map((name) => [name, 300, 200]),
    );
  });

  test('are no pictures if their first bytes are of anything else, or ask for too much', async () => {
    const { readmePictureBytesMax: max, readmePicturePixelsMax: pixels } = limits;
    const none: Readonly<Record<string, Buffer>> = {
      'page.png': Buffer.from('<!doctype html><script>alert(1)</script>'),
      'drawing.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>'),
      'bomb.png': png(65_535, 65_535),
      'wide.png': png(pixels + 1, 1),
      'flat.png': png(0, 200),
      'cut.jpg': (pictures['c.jpg'] ?? Buffer.alloc(0)).subarray(0, 10),
      'large.png': Buffer.concat([png(300, 200), Buffer.alloc(max)]),
      'empty.png': Buffer.alloc(0),
      // The stack of a parser that takes each for an argument would not hold these.
      'many.avif': bytes(
        box('ftyp', 'avif', u32(0)),
        box('meta', u32(0), box('iprp', box('ipma', u32(0), u32(80_000), [...Buffer.alloc(240_000, 1)]))),
      ),
    };
    const parts = await placed(none);
    assert.deepEqual(
      parts.map(({ file, picture }) => [file, picture]),
      Object.keys(none).map((name) => [name, undefined]),
    );
  });

  test('are read once each, however often they are shown', async () => {
    const parts = await placed({ 'a.png': png(3, 2) }, '![](a.png) '.repeat(limits.readmePicturesMax));
    assert.equal(parts.filter(({ picture }) => picture?.width === 3).length, limits.readmePicturesMax);
  });
});
