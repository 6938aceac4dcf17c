import type { GetMeReply } from '@patchbay/client';
import { fields } from './fields.ts';
import type { Ink } from './ink.ts';
import type { Schemas } from './schemas.ts';

/** Who a token belongs to. */
export const identitySchema = ({ Type, User }: Schemas) =>
  Type.Object({
    registry: Type.String(),
    source: Type.Enum(['environment', 'login'], { description: 'Where the token comes from' }),
    user: Type.Optional({
      ...User,
      description: 'Absent for a personal access token, which acts for a publisher',
    }),
  });

interface Identity {
  readonly registry: string;
  readonly source: 'environment' | 'login';
  readonly user?: Omit<GetMeReply, 'quotas'> | undefined;
}

export const identityText = ({ registry, source, user }: Identity, ink: Ink): string =>
  fields(ink, {
    Registry: registry,
    Account: user && `${user.name} <${user.email}>`,
    Role: user?.isAdmin ? 'moderator' : undefined,
    Token: [
      ...(user === undefined ? ['a personal access token'] : []),
      ...(source === 'environment' ? ['from PATCHBAY_TOKEN'] : []),
    ].join(', '),
  });
