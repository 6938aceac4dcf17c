import type { Static } from 'typebox';
import type { Fixed } from '../command.ts';
import type { Schemas } from '../output/schemas.ts';

/** What became of one node. */
export const outcomeSchema = ({ Type }: Schemas) =>
  Type.Object({
    node: Type.String(),
    version: Type.Optional(Type.String()),
    previous: Type.Optional(Type.String({ description: 'The version that was there before' })),
    latest: Type.Optional(
      Type.String({ description: 'The latest version, where what was asked for keeps an update from it' }),
    ),
    deprecated: Type.Optional(
      Type.String({ description: 'Why the publisher advises against the version; empty if nobody said' }),
    ),
    requirements: Type.Optional(
      Type.Array(Type.String(), { description: 'What it needs of the Python of the host, by PEP 508' }),
    ),
    former_requirements: Type.Optional(
      Type.Array(Type.String(), { description: 'What the version needed that was there before' }),
    ),
    conflicts: Type.Optional(
      Type.Array(Type.String(), { description: 'What it cannot share with other installed nodes' }),
    ),
    status: Type.Enum(['installed', 'replaced', 'unchanged', 'failed']),
    error: Type.Optional(
      Type.Object({
        code: Type.String(),
        message: Type.String({ description: 'What was wrong' }),
        next: Type.Optional(Type.String({ description: 'What to do now' })),
      }),
    ),
  });
export type Outcome = Fixed<Static<ReturnType<typeof outcomeSchema>>>;

/** How the Python of the host gets what the nodes newly need. */
export const commandSchema = ({ Type }: Schemas) =>
  Type.Optional(
    Type.Array(Type.String(), {
      description: 'The program and its arguments that install what the nodes newly need of Python',
    }),
  );
