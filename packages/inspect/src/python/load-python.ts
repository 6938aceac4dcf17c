import { createRequire } from 'node:module';
import { Language, Parser } from 'web-tree-sitter';

const locate = createRequire(import.meta.url);

const load = async (): Promise<Language> => {
  await Parser.init();
  return Language.load(locate.resolve('tree-sitter-python/tree-sitter-python.wasm'));
};

let loaded: Promise<Language> | undefined;

/** The grammar of Python, loaded once. */
export const loadPython = (): Promise<Language> => (loaded ??= load());
