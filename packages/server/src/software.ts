import manifest from '../package.json' with { type: 'json' };

/** The version of the software. */
export const softwareVersion: string = manifest.version;

/**
 * Where the build puts the code of a thread or process, by its path in `dist`: started from its source, it would load a
 * compiler, 16 MiB of a thread and 45 MiB of a reader.
 */
export const bundle = (path: string): URL => new URL(`../dist/${path}`, import.meta.url);
