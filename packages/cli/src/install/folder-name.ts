import { CliError } from '../errors.ts';
import { lockFileName } from './lock-file-name.ts';

/** What Windows takes for a device, whatever follows the dot. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Whether a folder of this name is safe on every system: an id that a registry accepts, and neither a device nor ours. */
export const isFolderName = (id: string): boolean =>
  id.length <= 100 &&
  /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(id) &&
  !device.test(id) &&
  id.toLowerCase() !== lockFileName;

/** The id of a node as the name of its folder. Throws if it is not safe. */
export const folderNameOf = (id: string): string => {
  if (!isFolderName(id)) throw new CliError('invalid_id', `"${id}" cannot be the name of a folder.`);
  return id;
};
