import type { Interpreter } from '../evaluate/interpreter.ts';
import { makeDict, makeTuple } from '../values/make-values.ts';
import { type LibraryEntries, libraryFunction } from './library-entry.ts';

/** Libraries that load the modules of a package, as far as they only collect what the package itself has. */
export const describeLoaderLibraries = (run: Interpreter): LibraryEntries => ({
  // Runs `nodes` in its own environment, and passes on the mappings that it finds there.
  'comfy_env.register_nodes': libraryFunction('register_nodes', () => {
    const variables = run.loadModule('nodes')?.variables;
    const mappings = variables?.get('NODE_CLASS_MAPPINGS');
    if (mappings === undefined) return undefined;
    return makeTuple([mappings, variables?.get('NODE_DISPLAY_NAME_MAPPINGS') ?? makeDict()]);
  }),
});
