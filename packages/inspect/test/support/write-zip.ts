import { buffer } from 'node:stream/consumers';
import { ZipFile, type EndOptions, type Options } from 'yazl';

const UNDATED: Partial<Options> = { mtime: new Date('2026-01-01T00:00:00Z'), forceDosTimestamp: true };

/** Writes an honest zip of `files`, path → content, in their order; the same bytes every time. */
export const writeZip = async (
  files: Record<string, string>,
  options: Partial<Options> = {},
  end?: EndOptions,
): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content), path, { ...UNDATED, ...options });
  zip.end(end);
  return buffer(zip.outputStream);
};
