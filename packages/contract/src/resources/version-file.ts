import { Type } from 'typebox';

/** Where a file lies in a package, and by what to know that it is the right one. */
export const VersionFile = Type.Object({
  path: Type.String({ description: 'As in the package' }),
  size: Type.Integer({ description: 'Bytes of its content' }),
  packed_size: Type.Integer({ description: 'Bytes that it takes in the package' }),
  offset: Type.Integer({ description: 'Where these start in the package' }),
  method: Type.Enum(['stored', 'deflated'], { description: 'How they are packed' }),
  sha256: Type.String({ description: 'SHA-256 of its content in hexadecimal' }),
});
export type VersionFile = Type.Static<typeof VersionFile>;
