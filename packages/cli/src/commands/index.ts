import type { Group } from '../command.ts';
import { install } from './install.ts';
import { outdated } from './outdated.ts';
import { remove } from './remove.ts';
import { resolve } from './resolve.ts';
import { show } from './show.ts';
import { update } from './update.ts';
import { verify } from './verify.ts';
import { whoami } from './whoami.ts';

/** Every command under its name. */
export const commands: Group = {
  brief: 'Publish nodes to a Patchbay registry, find them and install them',
  commands: { install, outdated, remove, resolve, show, update, verify, whoami },
};
