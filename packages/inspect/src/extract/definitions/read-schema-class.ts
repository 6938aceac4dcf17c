import { makeList, makeUnknown } from '../values/make-values.ts';
import { isKind, isSequence, type ClassValue, type Value, none } from '../values/value.ts';
import { truthOf } from '../values/truth-of.ts';
import { FieldCollector } from './field-collector.ts';
import { ioTypeOf } from './io-type.ts';
import { presentInputs } from './present-inputs.ts';
import type { Schema } from './read-schema.ts';
import { pieceField, schemaPiece, sourceOf } from './schema-piece.ts';
import { outputParameters, plainOutputParameters } from './schema-shapes.ts';

/** The fields of a schema class in the form in which the host reports them to older clients. */
export const readSchemaClass = (made: ClassValue, schema: Schema): FieldCollector => {
  const fields = new FieldCollector();
  fields.addText('category', schema.field('category'));
  fields.addText('description', schema.field('description'));
  fields.addDisplayName(schema.field('display_name'));
  fields.addText('function', functionName(made));
  fields.addFlag('deprecated', schema.field('is_deprecated'));
  fields.addFlag('experimental', schema.field('is_experimental'));
  fields.addFlag('output_node', schema.field('is_output_node'));
  fields.addFlag('input_is_list', schema.field('is_input_list'));
  fields.addTexts('search_aliases', schema.field('search_aliases'));
  fields.addJson('input_types', presentInputs(schema));
  const outputs = schema.field('outputs') ?? makeList([]);
  if (!isSequence(outputs)) {
    fields.addJson('return_types', outputs);
    return fields;
  }
  const presented = outputs.items.map(presentOutput);
  fields.addJson('return_types', makeList(presented.map((output) => output.type)));
  fields.addJson('return_names', makeList(presented.map((output) => output.name)));
  fields.addFlags(makeList(presented.map((output) => output.isList)));
  if (presented.some(({ tooltip }) => tooltip !== none))
    fields.addTexts('output_tooltips', makeList(presented.map(({ tooltip }) => tooltip)));
  return fields;
};

/** The host calls every schema class through one of these two, unless the class names a function. */
const functionName = (made: ClassValue): Value => {
  const own = made.ancestry
    .find((ancestor) => ancestor.attributes.has('FUNCTION'))
    ?.attributes.get('FUNCTION');
  if (own !== undefined) return own;
  const execute = made.ancestry
    .map((ancestor) => ancestor.attributes.get('execute'))
    .find((found) => found !== undefined);
  return isKind(execute, 'function') && execute.isAsync ? 'EXECUTE_NORMALIZED_ASYNC' : 'EXECUTE_NORMALIZED';
};

interface PresentedOutput {
  type: Value;
  name: Value;
  isList: Value;
  tooltip: Value;
}

const presentOutput = (output: Value): PresentedOutput => {
  const piece = schemaPiece(output);
  const origin = piece?.callee.origin;
  if (piece === undefined || origin?.kind !== 'attribute') {
    const unknown = isKind(output, 'unknown') ? output : makeUnknown('outputs');
    return { type: unknown, name: unknown, isList: unknown, tooltip: unknown };
  }
  const known = ioTypeOf(origin.object);
  const type = known ?? makeUnknown(sourceOf(piece));
  const parameters = outputParameters[known ?? ''] ?? plainOutputParameters;
  const field = (name: string) => pieceField(piece, parameters, name) ?? none;
  const isMatched = known === 'COMFY_MATCHTYPE_V3';
  const names = [field('display_name'), field('id'), isMatched ? 'MATCHTYPE' : type];
  return {
    type,
    name: names.find((name) => truthOf(name) !== false) ?? type,
    isList: truthOf(field('is_output_list')) ?? field('is_output_list'),
    tooltip: field('tooltip'),
  };
};
