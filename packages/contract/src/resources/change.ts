import { Type } from 'typebox';
import { Timestamp } from '../text.ts';

/** One row of the log that every write appends to. */
export const Change = Type.Object({
  seq: Type.Integer({ description: 'Dense, in the order of commits' }),
  at: Timestamp('When it was committed'),
  actor: Type.String({ description: '`user:<id>`, `token:<id>` or `server`' }),
  action: Type.String(),
  subject: Type.String({ description: 'What was changed, as `<resource>:<id>`' }),
  before: Type.Optional(Type.Unknown({ description: 'What was changed, as it was' })),
  after: Type.Optional(Type.Unknown({ description: 'What was changed, as it became' })),
  reason: Type.Optional(Type.String()),
  request_id: Type.Optional(Type.String()),
});
export type Change = Type.Static<typeof Change>;
