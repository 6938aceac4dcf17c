// What a pyproject.toml says about a node. It runs in browsers too.
export { parseProject, parseToml, projectFile } from './parse-project.ts';
export type { Include, Project, ReadText } from './project.ts';
export { ProjectError } from './project-error.ts';
export { publicationOf } from './publication-of.ts';
export { makeTomlReader } from './toml-reader.ts';
export { toolTables } from './tool-tables.ts';
