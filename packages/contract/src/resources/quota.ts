import { Type } from 'typebox';
import { type QuotaNameOf, type QuotaRow, type QuotaSubject, quotas, quotasOf } from '../quotas.ts';

type Each<Subject extends QuotaSubject, Schema> = { [Name in QuotaNameOf<Subject>]: Schema };

/** A schema for each quota of a subject. */
const eachOf = <Subject extends QuotaSubject, Schema extends Type.TSchema>(
  subject: Subject,
  schemaOf: (row: QuotaRow) => Schema,
) =>
  Object.fromEntries(quotasOf(subject).map((name) => [name, schemaOf(quotas[name])])) as Each<
    Subject,
    Schema
  >;

/** The maximum of each quota of a subject, as a moderator sets it. */
export const QuotaMaxima = <Subject extends QuotaSubject>(
  subject: Subject,
): Type.TObject<Each<Subject, Type.TInteger>> =>
  Type.Object(
    eachOf(subject, ({ means, min = 0, max }) =>
      Type.Integer({ minimum: min, maximum: max, description: means }),
    ),
  );

const QuotaUse = Type.Object({
  used: Type.Optional(Type.Integer({ description: 'Absent where nothing is counted' })),
  max: Type.Integer(),
});

/** What a subject uses of each of its quotas. */
export const Usage = <Subject extends QuotaSubject>(
  subject: Subject,
): Type.TObject<Each<Subject, typeof QuotaUse>> =>
  Type.Object(eachOf(subject, ({ means }) => ({ ...QuotaUse, description: means })));
export type Usage<Subject extends QuotaSubject> = Each<Subject, Type.Static<typeof QuotaUse>>;
