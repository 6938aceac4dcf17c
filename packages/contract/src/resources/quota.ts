import { Type } from 'typebox';
import { type QuotaNameOf, type QuotaRow, type QuotaSubject, quotas, quotasOf } from '../quotas.ts';

/** A schema for each quota of a subject. */
const eachOf = <Subject extends QuotaSubject, Schema extends Type.TSchema>(
  subject: Subject,
  schemaOf: (name: QuotaNameOf<Subject>) => Schema,
) =>
  Object.fromEntries(quotasOf(subject).map((name) => [name, schemaOf(name)])) as {
    [Name in QuotaNameOf<Subject>]: Schema;
  };

/** The maximum of each quota of a subject, as a moderator sets it. */
export const QuotaMaxima = <Subject extends QuotaSubject>(subject: Subject) =>
  Type.Object(
    eachOf(subject, (name) => {
      const { means, max, min = 0 }: QuotaRow = quotas[name];
      return Type.Integer({ minimum: min, maximum: max, description: means });
    }),
  );

/** What a subject uses of each of its quotas. */
export const Usage = <Subject extends QuotaSubject>(subject: Subject) =>
  Type.Object(
    eachOf(subject, (name) =>
      Type.Object(
        {
          used: Type.Optional(Type.Integer({ description: 'Absent where nothing is counted' })),
          max: Type.Integer(),
        },
        { description: quotas[name].means },
      ),
    ),
  );
export type Usage<Subject extends QuotaSubject> = {
  [Name in QuotaNameOf<Subject>]: { used?: number; max: number };
};
