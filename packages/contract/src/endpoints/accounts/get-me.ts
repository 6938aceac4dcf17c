import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Usage } from '../../resources/quota.ts';
import { User } from '../../resources/user.ts';
import { Timestamp } from '../../text.ts';

export const getMe = endpoint({
  method: 'GET',
  path: '/users',
  tag: 'accounts',
  summary: 'Who the caller is, and how much of the quotas of the account is used',
  auth: 'bearer',
  reply: {
    status: 200,
    description: 'The caller',
    body: Type.Object({
      ...User.properties,
      isEmailVerified: Type.Optional(
        Type.Boolean({
          description:
            'Where addresses must be verified: whether that of the caller is, so that they may publish and make publishers and tokens',
        }),
      ),
      emailLapsedAt: Type.Optional(
        Timestamp('When the address stopped counting, because the domain behind it is gone'),
      ),
      quotas: Usage('account'),
    }),
  },
  errors: ['forbidden'],
});
