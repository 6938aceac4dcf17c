import { Type } from 'typebox';
import { reportReasons, reportStatuses } from '../statuses.ts';
import { PublisherId, Timestamp } from '../text.ts';

/** What a user has told the moderators about a node or a version of it. */
export const Report = Type.Object({
  id: Type.String(),
  node_id: Type.String(),
  version: Type.Optional(Type.String({ description: 'Absent if it is about the whole node' })),
  reason: Type.Enum([...reportReasons]),
  text: Type.String(),
  status: Type.Enum([...reportStatuses]),
  answer: Type.Optional(Type.String({ description: 'What the moderators say, once it is not open' })),
  created_at: Timestamp('When it was sent'),
  answered_at: Type.Optional(Timestamp('When it was answered')),
});
export type Report = Type.Static<typeof Report>;

/** A report as moderators see it. */
export const ManagedReport = Type.Object({
  ...Report.properties,
  publisher_id: PublisherId,
  reporter: Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }),
});
export type ManagedReport = Type.Static<typeof ManagedReport>;
