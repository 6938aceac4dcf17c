import { toolTables } from './tool-tables.ts';

const frontends = new Set(toolTables.flatMap(({ frontendPackage }) => frontendPackage ?? []));

/**
 * What a dependency asks of the host's front end, empty for any version of it; undefined for any other package. Names
 * are compared as pip does.
 */
export const frontendBounds = (dependency: string): string | undefined => {
  const [, name = '', bounds = ''] = /^\s*([\w.-]*)(.*)$/s.exec(dependency) ?? [];
  return frontends.has(name.toLowerCase().replaceAll(/[-_.]+/g, '-')) ? bounds.trim() : undefined;
};
