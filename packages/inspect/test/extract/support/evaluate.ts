import { extract } from './extract.ts';

/** What `VALUE` comes to, as JSON, after the source has run; files of the package by path. */
export const evaluate = async (source: string, files: Record<string, string> = {}): Promise<unknown> => {
  const { appNodes } = await extract({
    ...files,
    '__init__.py': `${source}\nclass N:\n    RETURN_TYPES = (VALUE,)\nNODE_CLASS_MAPPINGS = {"N": N}`,
  });
  const [value] = JSON.parse(appNodes[0]?.return_types ?? '[]') as unknown[];
  return value;
};
