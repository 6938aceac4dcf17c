import type { TSchema } from 'typebox';
import type { Command } from '../command.ts';
import { errors } from '../errors.ts';
import { schemaName } from './schema-name.ts';
import type { Schemas } from './schemas.ts';

/** The JSON Schema of each line that a command prints with --json. The last line has the type `result`. */
export const schemaOf = (path: readonly string[], command: Command, schemas: Schemas): TSchema => {
  const { Type } = schemas;
  const line = (type: string, rest: Readonly<Record<string, TSchema>>): TSchema =>
    Type.Object({ schema: Type.Literal(schemaName(path)), type: Type.Literal(type), ...rest });
  const events = Object.entries(command.events?.(schemas) ?? {});
  return Type.Union([
    line('result', {
      ok: Type.Boolean({ description: 'Whether the process ends with 0' }),
      data: command.data(schemas),
    }),
    line('result', { ok: Type.Literal(false), error: errorSchema(schemas) }),
    ...events.map(([type, data]) => line(type, { ok: Type.Literal(true), data })),
  ]);
};

const errorSchema = ({ Type }: Schemas): TSchema =>
  Type.Object({
    code: Type.Enum(Object.keys(errors)),
    message: Type.String({ description: 'What was wrong' }),
    next: Type.Optional(Type.String({ description: 'What to do now' })),
    details: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
        description: 'One entry for each faulty value of the request',
      }),
    ),
    request_id: Type.Optional(
      Type.String({ description: 'Identifies the request in the log of the registry' }),
    ),
  });
