import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { readmeTags } from '../readme-tags.ts';
import { VersionFile } from './version-file.ts';

const { path: _path, ...packed } = VersionFile.properties;

const pixels = (description: string) =>
  Type.Integer({ minimum: 1, maximum: limits.readmePicturePixelsMax, description });

/** How large a picture is, and where its file lies in the package. */
export const ReadmePicture = Type.Object(
  { width: pixels('Its own width in pixels'), height: pixels('Its own height in pixels'), ...packed },
  { description: 'What a client needs to show a picture; without it, the text in it stands for it' },
);
export type ReadmePicture = Type.Static<typeof ReadmePicture>;

/** An element or a text. A flat list needs no recursion, of a client or of a validator, however deep a readme is. */
export const ReadmePart = Type.Object({
  depth: Type.Integer({
    minimum: 0,
    maximum: limits.readmeDepthMax,
    description: 'How many elements it is in: the last one before it of each smaller depth',
  }),
  text: Type.Optional(
    Type.String({ description: 'Plain text, never markup; without it the part is an element' }),
  ),
  tag: Type.Optional(Type.Enum([...readmeTags], { description: 'The element, as HTML names it' })),
  id: Type.Optional(
    Type.String({
      pattern: '^readme-[\\p{L}\\p{M}\\p{N}_-]{1,200}$',
      description: 'Of a heading, to which links of the readme go',
    }),
  ),
  href: Type.Optional(
    Type.String({
      maxLength: 2048,
      pattern: '^(https?://[!-~]+|mailto:[!-~]+|#readme-[\\p{L}\\p{M}\\p{N}_-]{1,200})$',
      description: 'Where a link goes, outside or within the readme',
    }),
  ),
  file: Type.Optional(
    Type.String({
      maxLength: 2048,
      description: 'The file of the package to which a link goes, or which is the picture',
    }),
  ),
  path: Type.Optional(
    Type.String({
      maxLength: 2048,
      pattern: '^[!-~]+$',
      description:
        'Where a link goes for which the package has no file: from the root of its repository, perhaps with a query and a fragment, and out of its files with `../`, as in `../../issues`',
    }),
  ),
  picture: Type.Optional(ReadmePicture),
  width: Type.Optional(pixels('How wide a picture is to be shown, in pixels; its own width by default')),
  language: Type.Optional(
    Type.String({ pattern: '^[a-z0-9+#-]{1,20}$', description: 'Of code, as its author names it' }),
  ),
  start: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 999_999_999, description: 'The first number of a list' }),
  ),
});
export type ReadmePart = Type.Static<typeof ReadmePart>;

/** Without parts where the package has none. */
export const Readme = Type.Object({
  file: Type.Optional(Type.String({ maxLength: 2048, description: 'Its name in the package' })),
  is_cut: Type.Optional(Type.Boolean({ description: 'Whether its end is missing, because it is too long' })),
  parts: Type.Array(ReadmePart, { description: 'Its elements and texts, in order' }),
});
export type Readme = Type.Static<typeof Readme>;
