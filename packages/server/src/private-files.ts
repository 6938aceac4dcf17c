import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from './operator-error.ts';

/** Modes that exclude everyone but the owner, and modes that leave it to the umask. */
export const privateModes = { folder: 0o700, file: 0o600 } as const;
export const sharedModes = { folder: 0o777, file: 0o666 } as const;
export type Modes = typeof privateModes | typeof sharedModes;

const others = 0o077;
const sticky = 0o1000;

/** Other users can open what should be private. The message says what, and what to do. */
export class NotPrivateError extends OperatorError {
  constructor(path: string, mode: number) {
    super(
      `Other users of this machine can open ${path}, and that cannot be changed (chmod ${mode.toString(8)}). ` +
        'Make the user that runs the server its owner, or choose a path of its own.',
    );
  }
}

/**
 * Creates a folder and those above it. The runtime's own recursion never ends where a system lets no folder be made and
 * says that the one above is missing, as below /proc on Linux.
 */
export const makeFolder = (path: string, mode: number): void => {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may just have made it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
};

/** Creates a folder that an operator named. Throws OperatorError unless it can be written to. */
export const makeNamedFolder = (path: string, mode: number): void => {
  try {
    makeFolder(path, mode);
    accessSync(`${path}/.`, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new OperatorError(`${path} must be a folder that can be written.`, { cause });
  }
};

/** Creates the folder, or closes an existing one to other users. Throws NotPrivateError. */
export const makePrivateFolder = (path: string): void => {
  makeFolder(path, privateModes.folder);
  closeToOthers(path, privateModes.folder);
};

/** Creates the file, or closes an existing one to other users. Throws NotPrivateError. */
export const makePrivateFile = (path: string): void => {
  closeSync(openSync(path, 'a', privateModes.file));
  closeToOthers(path, privateModes.file);
};

/** Closes a file or folder to other users. Does nothing if it does not exist. Throws NotPrivateError. */
export const closeToOthers = (path: string, mode: number): void => {
  // Windows has no such modes.
  const modeNow = () =>
    process.platform === 'win32' ? 0 : (statSync(path, { throwIfNoEntry: false })?.mode ?? 0);
  const before = modeNow();
  if ((before & others) === 0) return;
  // A folder like /tmp is shared, and root could close it nevertheless.
  if ((before & sticky) !== 0) throw new NotPrivateError(path, mode);
  try {
    chmodSync(path, mode);
  } catch (error) {
    throw Object.assign(new NotPrivateError(path, mode), { cause: error });
  }
  // Some file systems accept the call and do nothing.
  if ((modeNow() & others) !== 0) throw new NotPrivateError(path, mode);
};
