import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { ListingRow } from './catalogue.ts';

/** The version number of every imported node. */
export const importedVersion = '1.0.0';

/** The category of what is read of a generated package, until the definitions of the entry replace it. */
export const generatedCategory = 'imported';

/** A fixed time, so that the same entry gives the same bytes in every run. */
const modified = { mtime: new Date('2026-01-01T00:00:00Z') };

/** A small package that declares the app-nodes of the entry in the form that hosts read. */
export const generatePackage = async (entry: ListingRow): Promise<Uint8Array<ArrayBuffer>> => {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(metadata(entry)), 'pyproject.toml', modified);
  zip.addBuffer(Buffer.from(source(entry)), '__init__.py', modified);
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream));
};

const metadata = ({ id }: ListingRow): string =>
  `[project]\nname = ${JSON.stringify(id)}\nversion = "${importedVersion}"\n`;

const source = ({ app_node_names }: ListingRow): string =>
  [
    'class Imported:',
    `    CATEGORY = "${generatedCategory}"`,
    '    FUNCTION = "run"',
    '    RETURN_TYPES = ()',
    '',
    '    @classmethod',
    '    def INPUT_TYPES(cls):',
    '        return {"required": {}}',
    '',
    '',
    'NODE_CLASS_MAPPINGS = {',
    ...app_node_names.map((name) => `    ${pythonText(name)}: Imported,`),
    '}',
    '',
  ].join('\n');

/** JSON string literals are valid in Python except for surrogate pairs, which are left unescaped here. */
const pythonText = (text: string): string => JSON.stringify(text);
