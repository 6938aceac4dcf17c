import { relative, sep } from 'node:path';

/** With slashes, as programs on every system read it. */
export const pathFrom = (cwd: string, folder: string): string => relative(cwd, folder).split(sep).join('/');
