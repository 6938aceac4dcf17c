import type { Group } from '../command.ts';
import { check } from './check.ts';
import { diff } from './diff.ts';
import { init } from './init.ts';
import { pack } from './pack.ts';
import { publish } from './publish.ts';
import { show } from './show.ts';
import { whoami } from './whoami.ts';

/** Every command under its name. */
export const commands: Group = {
  brief: 'Publish nodes to a Patchbay registry, find them and install them',
  commands: { check, diff, init, pack, publish, show, whoami },
};
