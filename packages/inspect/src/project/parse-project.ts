import { licenseIdOfClassifiers, licenseIdOfText } from '@patchbay/contract/license-id';
import { TomlError, type TomlTable, parse } from 'smol-toml';
import { frontendBounds } from './frontend-package.ts';
import type { Include, Project, ReadText } from './project.ts';
import { ProjectError } from './project-error.ts';
import { isInside, readDynamicVersion } from './read-dynamic-version.ts';
import { type TomlReader, makeTomlReader } from './toml-reader.ts';
import { type ToolTable, toolTables } from './tool-tables.ts';

export const projectFile = 'pyproject.toml';

/** Reads a pyproject.toml. Throws a ProjectError with every fault in it. */
export const parseProject = async (toml: string, readText: ReadText): Promise<Project> => {
  const reader = makeTomlReader(parseToml(toml));
  const tables = toolTables.filter(({ name }) => reader.table('tool', name) !== undefined);
  const nodeId = reader.text('project', 'name');
  const version = reader.text('project', 'version') ?? (await readDynamicVersion(reader, tables, readText));
  if (!reader.has('project', 'name')) reader.refuse(['project', 'name'], 'The id of the node is missing.');
  if (version === undefined && reader.faults.length === 0) {
    reader.refuse(['project', 'version'], 'The version is missing.');
  }
  const ofTool = toolReader(reader, tables);
  const includes = readIncludes(reader, tables);
  const declared = reader.texts('project', 'dependencies');
  const classifiers = reader.texts('project', 'classifiers') ?? [];
  const supported = readSupported(reader, tables, { classifiers, dependencies: declared ?? [] });
  const dependencies = declared?.filter((one) => frontendBounds(one) === undefined);
  const project = {
    publisherId: ofTool('PublisherId'),
    node: {
      ...present({
        name: ofTool('DisplayName'),
        description: reader.text('project', 'description'),
        icon: ofTool('Icon'),
        banner_url: ofTool('Banner'),
        license: await readLicense(reader, readText, classifiers),
        repository: reader.text('project', 'urls', 'Repository'),
      }),
      ...supported,
    },
    includes,
    looseVersions: tables.some(({ name }) => name !== 'patchbay'),
  };
  const nodeVersion = { ...present({ dependencies }), ...supported };
  if (nodeId === undefined || version === undefined || reader.faults.length > 0) {
    throw new ProjectError(`${projectFile} does not describe a node that can be published.`, reader.faults, {
      ...project,
      ...present({ nodeId, version }),
      nodeVersion: { version: '', ...nodeVersion },
    });
  }
  return { ...project, nodeId, version, nodeVersion: { version, ...nodeVersion } };
};

/** Throws a ProjectError with the line of the first fault. */
export const parseToml = (toml: string): TomlTable => {
  try {
    return parse(toml.replace(/^\u{feff}/u, ''));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [what = 'It cannot be read.'] = error.message.split('\n');
    throw new ProjectError(`${projectFile} is not valid TOML at line ${error.line}: ${what}`);
  }
};

/** The text from the first table that has such a key. */
const toolReader =
  (reader: TomlReader, tables: readonly ToolTable[]) =>
  (key: string): string | undefined => {
    for (const { name } of tables) {
      const value = reader.text('tool', name, key);
      if (value !== undefined) return value;
    }
  };

const readIncludes = (reader: TomlReader, tables: readonly ToolTable[]): Include[] => {
  const table = tables.find(({ name }) => reader.table('tool', name)?.['includes'] !== undefined);
  if (table === undefined) return [];
  const path = ['tool', table.name, 'includes'];
  return (reader.texts(...path) ?? []).flatMap((text) => {
    // The host's tools read "/models", "./models" and "models/" alike.
    const parts = text.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
    if (parts.length > 0 && !parts.includes('..')) {
      return { path: parts.join('/'), source: `[tool.${table.name}] includes` };
    }
    reader.refuse(path, `${JSON.stringify(text)} is no path inside the project.`);
    return [];
  });
};

/** What the classifiers and the host's own keys say about systems and versions. */
const readSupported = (
  reader: TomlReader,
  tables: readonly ToolTable[],
  { classifiers, dependencies }: Readonly<Record<'classifiers' | 'dependencies', readonly string[]>>,
): Pick<
  Project['nodeVersion'],
  'supported_os' | 'supported_accelerators' | 'supported_app_version' | 'supported_app_frontend_version'
> => {
  const after = (prefix: string): string[] | undefined => {
    const found = classifiers.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length));
    return found.length > 0 ? found : undefined;
  };
  const [hostVersion] = tables.flatMap(
    ({ name, hostVersion }) => reader.text('tool', name, hostVersion) ?? [],
  );
  return present({
    supported_os: after('Operating System :: '),
    supported_accelerators: after('Environment :: '),
    supported_app_version: hostVersion,
    supported_app_frontend_version: frontendVersion(dependencies),
  });
};

const frontendVersion = (dependencies: readonly string[]): string | undefined =>
  dependencies.map(frontendBounds).find((bounds) => bounds !== undefined) || undefined;

/**
 * An expression, or a table by https://packaging.python.org/en/latest/specifications/pyproject-toml/#license. Of a file
 * it is the license that its text is, or its name; without a license, it is the one that the classifiers mean.
 */
const readLicense = async (
  reader: TomlReader,
  readText: ReadText,
  classifiers: readonly string[],
): Promise<string | undefined> => {
  if (!reader.has('project', 'license')) return licenseIdOfClassifiers(classifiers);
  if (reader.table('project', 'license') === undefined) return reader.text('project', 'license');
  const file = reader.text('project', 'license', 'file');
  if (file === undefined) return reader.text('project', 'license', 'text');
  const text = isInside(file) ? await readText(file) : undefined;
  return (text && licenseIdOfText(text)) ?? file;
};

/** The same without the keys that have no value. */
const present = <Values extends Record<string, unknown>>(
  values: Values,
): { [Key in keyof Values]?: Exclude<Values[Key], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]?: Exclude<Values[Key], undefined>;
  };
