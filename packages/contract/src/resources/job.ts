import { Type } from 'typebox';
import { jobStates } from '../job-kinds.ts';
import { OwnWords, PublisherId, Timestamp } from '../text.ts';

/** Work that the server does on its own, as moderators see it. */
export const Job = Type.Object({
  id: Type.String(),
  kind: OwnWords('One of the kinds in the documentation, or one that this server does not know'),
  subject: Type.String({
    description: 'The id of a version or a webhook; of the reaper, the package at which it continues',
  }),
  publisher_id: Type.Optional({ ...PublisherId, description: 'Whose jobs it takes turns with' }),
  state: Type.Enum([...jobStates], {
    description: 'A process holds it; it failed and is tried again; it is due; or it is not due yet',
  }),
  due_at: Timestamp('When it may be begun'),
  attempts: Type.Integer({
    description: 'How often it was begun since a run went well, the one in progress included',
  }),
  last_error: Type.Optional(OwnWords('How the last attempt failed')),
  can_be_dropped: Type.Boolean({ description: 'Whether nothing would be left half done without it' }),
});
export type Job = Type.Static<typeof Job>;
