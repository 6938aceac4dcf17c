import { Type } from 'typebox';
import { limits } from '../../limits.ts';

/** Which versions a follower gets. */
export const versionsShown = {
  versions: Type.Optional(
    Type.Enum(['latest', 'all'], {
      description:
        '`latest` (default): nodes, each with its latest version. `all`: every Active version besides',
    }),
  ),
};

/** How long a request waits for something to tell. */
export const wait = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: limits.waitSecondsMax,
    description: 'Seconds to wait until there is something to tell; default 0',
  }),
);
