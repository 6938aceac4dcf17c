import type { Static, TObject } from 'typebox';

/** The part of a body that a schema describes. */
export const pick = <S extends TObject>(body: object, schema: S): Partial<Static<S>> =>
  Object.fromEntries(
    Object.entries(body).filter(([key]) => Object.hasOwn(schema.properties, key)),
  ) as Partial<Static<S>>;
