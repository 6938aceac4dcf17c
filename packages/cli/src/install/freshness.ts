import type { Static } from 'typebox';
import type { Fixed } from '../command.ts';
import type { Schemas } from '../output/schemas.ts';

/** How an installed node compares with the registry. */
export const freshnessSchema = ({ Type }: Schemas) =>
  Type.Object({
    node: Type.String(),
    installed: Type.String(),
    wanted: Type.Optional(Type.String({ description: 'Where `patchbay update` would go' })),
    latest: Type.Optional(Type.String()),
    status: Type.Enum(['current', 'outdated', 'deprecated', 'withdrawn', 'elsewhere'], {
      description:
        '`deprecated` if the publisher advises against the installed version, `withdrawn` if the registry no longer offers the installed version, `elsewhere` if it came from another registry',
    }),
    message: Type.Optional(Type.String({ description: 'Why, or what to do' })),
  });
export type Freshness = Fixed<Static<ReturnType<typeof freshnessSchema>>>;
