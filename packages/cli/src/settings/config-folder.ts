import { posix, win32 } from 'node:path';
import type { Context } from '../context.ts';

/** Where the system keeps the settings of programs. An empty variable counts as none. */
export const configFolder = ({ env, home, platform }: Pick<Context, 'env' | 'home' | 'platform'>): string => {
  switch (platform) {
    case 'win32':
      return win32.join(env['APPDATA'] || win32.join(home, 'AppData', 'Roaming'), 'patchbay');
    case 'darwin':
      return posix.join(home, 'Library', 'Application Support', 'patchbay');
    default:
      return posix.join(xdgFolder(env) ?? posix.join(home, '.config'), 'patchbay');
  }
};

/** The specification has relative paths ignored. */
const xdgFolder = ({ XDG_CONFIG_HOME: path }: Context['env']): string | undefined =>
  path !== undefined && posix.isAbsolute(path) ? path : undefined;
