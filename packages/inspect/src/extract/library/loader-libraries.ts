import type { Interpreter } from '../evaluate/interpreter.ts';
import { makeDict, makeTuple } from '../values/make-values.ts';
import { type LibraryEntries, libraryFunction } from './library-entry.ts';

/** Libraries that packages leave their loading to, as far as these only gather what the package itself has. */
export const describeLoaderLibraries = (run: Interpreter): LibraryEntries => ({
  // Runs `nodes` in an environment of its own, and hands on the mappings it finds there.
  'comfy_env.register_nodes': libraryFunction('register_nodes', () => {
    const variables = run.loadModule('nodes')?.variables;
    const mappings = variables?.get('NODE_CLASS_MAPPINGS');
    if (mappings === undefined) return undefined;
    return makeTuple([mappings, variables?.get('NODE_DISPLAY_NAME_MAPPINGS') ?? makeDict()]);
  }),
});
