import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ifThere } from './if-there.ts';

/** The folder that a host loads its nodes from, by the name that hosts give it. */
const usual = 'custom_nodes';

/** Where nodes are installed: what --into says, else `custom_nodes` below the current folder, else the current folder. */
export const chooseFolder = async (cwd: string, into: string | undefined): Promise<string> => {
  if (into !== undefined) return resolve(cwd, into);
  const found = await ifThere(stat(resolve(cwd, usual)));
  return found?.isDirectory() ? resolve(cwd, usual) : cwd;
};
