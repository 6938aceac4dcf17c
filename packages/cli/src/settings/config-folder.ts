import { posix, win32 } from 'node:path';
import type { Context } from '../context.ts';

/**
 * Where the system keeps the settings of programs. An empty variable counts as none. Undefined without a home: never the
 * working folder, which may be one that is published.
 */
export const configFolder = ({
  env,
  home,
  platform,
}: Pick<Context, 'env' | 'home' | 'platform'>): string | undefined => {
  switch (platform) {
    case 'win32':
      return inside(win32, env['APPDATA'] || (home && win32.join(home, 'AppData', 'Roaming')));
    case 'darwin':
      return inside(posix, home && posix.join(home, 'Library', 'Application Support'));
    default:
      return inside(posix, xdgFolder(env) ?? (home && posix.join(home, '.config')));
  }
};

const inside = ({ join }: Pick<typeof posix, 'join'>, folder: string | undefined): string | undefined =>
  folder && join(folder, 'patchbay');

/** The specification has relative paths ignored. */
const xdgFolder = ({ XDG_CONFIG_HOME: path }: Context['env']): string | undefined =>
  path !== undefined && posix.isAbsolute(path) ? path : undefined;
