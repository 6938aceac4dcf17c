import type { Bearer } from './identify.ts';
import { fields } from '../output/fields.ts';
import type { Ink } from '../output/ink.ts';
import type { Schemas } from '../output/schemas.ts';

/** Who a token belongs to. */
export const identitySchema = ({ Type, endpoints }: Schemas) =>
  Type.Object({
    registry: Type.String(),
    source: Type.Enum(['environment', 'login'], { description: 'Where the token comes from' }),
    user: Type.Optional({
      ...Type.Omit(endpoints.getMe.reply.body, ['quotas']),
      description: 'The account, for a session',
    }),
    token: Type.Optional({
      ...endpoints.getCurrentToken.reply.body,
      description: 'The personal access token, masked, and the publisher it acts for',
    }),
  });

interface Identity extends Bearer {
  readonly registry: string;
  readonly source: 'environment' | 'login';
}

export const identityText = ({ registry, source, user, token }: Identity, ink: Ink): string =>
  fields(ink, {
    Registry: registry,
    Account: user && `${user.name} <${user.email}>`,
    Address:
      user?.isEmailVerified === false
        ? ink.yellow(`not verified; request a message with its link at ${registry}/account`)
        : undefined,
    Role: user?.isAdmin ? 'moderator' : undefined,
    Publisher: token && `${token.publisher.name} (${token.publisher.id})`,
    Token: [
      ...(token ? [token.name, token.token] : []),
      ...(source === 'environment' ? ['from PATCHBAY_TOKEN'] : []),
    ].join(', '),
    Rights: token?.actions?.join(', '),
    Nodes: token && (token.nodes?.join(', ') ?? 'all'),
    Maker: token?.maker.name,
    Expires: token && (token.expiresAt ?? ink.yellow('never')),
  });
