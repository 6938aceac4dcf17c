import { Type } from 'typebox';
import { limitMeanings } from '../limit-meanings.ts';
import { quotaSubjects } from '../quotas.ts';
import { rateSubjects } from '../rates.ts';
import { OwnWords } from '../text.ts';

/** How the wire writes a name that the code has in camel case. */
export const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Every bound of a registry. */
export const Limits = Type.Object({
  limits: Type.Object(
    Object.fromEntries(
      Object.entries(limitMeanings).map(([name, description]) => [
        snakeCase(name),
        Type.Integer({ description }),
      ]),
    ),
    { description: 'Of requests and responses; the unit is at the end of each name' },
  ),
  quotas: Type.Record(
    Type.String(),
    Type.Object({
      subject: Type.Enum([...quotaSubjects]),
      default: Type.Integer({ description: 'The maximum unless a moderator set another' }),
      unit: OwnWords(),
      means: OwnWords(),
    }),
    { description: 'What an account, a publisher or a node may have, by name' },
  ),
  rates: Type.Record(
    Type.String(),
    Type.Object({
      by: Type.Enum([...rateSubjects]),
      burst: Type.Integer({ description: 'How much the full bucket allows at once' }),
      full_after_seconds: Type.Integer({ description: 'How long an empty bucket takes to fill' }),
      of: OwnWords(),
      weighs_bodies: Type.Boolean({ description: 'Whether a long body takes more tokens' }),
    }),
    { description: 'How often an address, an account or a publisher may do something, by name' },
  ),
  settings: Type.Record(Type.String(), Type.Integer(), {
    description: 'What the operator of this registry decides, by name',
  }),
});
export type Limits = Type.Static<typeof Limits>;
