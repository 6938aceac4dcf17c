import type { Group } from '../command.ts';
import { show } from './show.ts';
import { whoami } from './whoami.ts';

/** Every command under its name. */
export const commands: Group = {
  brief: 'Publish nodes to a Patchbay registry, find them and install them',
  commands: { show, whoami },
};
