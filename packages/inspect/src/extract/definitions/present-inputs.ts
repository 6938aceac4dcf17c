import { getItem, setItem } from '../values/dict-items.ts';
import { isLoose, perhapsOf } from '../values/loose-members.ts';
import { makeDict, makeList, makeTuple, makeUnknown } from '../values/make-values.ts';
import { truthOf } from '../values/truth-of.ts';
import { isKind, isSequence, type DictValue, type Value, none } from '../values/value.ts';
import { presentInput } from './present-input.ts';
import type { Schema } from './read-schema.ts';
import { apiPath } from './schema-piece.ts';
import { hiddenInputs } from './schema-shapes.ts';

/** A schema's inputs as `INPUT_TYPES` would have returned them. */
export const presentInputs = (schema: Schema): Value => {
  const inputs = schema.field('inputs') ?? makeList([]);
  const presented = presentInputList(inputs);
  const hidden = hiddenOf(schema);
  if (hidden.entries.size + hidden.unknownParts.size > 0) setItem(presented, 'hidden', hidden);
  return presented;
};

/** Inputs grouped into `required` and `optional`, each in the given order; `changes` apply to every widget. */
export const presentInputList = (inputs: Value, changes: Record<string, Value> = {}): DictValue => {
  const presented = makeDict([['required', makeDict()]]);
  const items = isSequence(inputs) ? inputs.items : inputs === none ? [] : [inputs];
  for (const item of items) {
    const input = presentInput(perhapsOf(item), presentInputList, changes);
    if (input === undefined) {
      presented.unknownParts.add(isKind(item, 'unknown') ? item.source : 'inputs');
      continue;
    }
    const group = input.isOptional ? 'optional' : 'required';
    const members = getItem(presented, group) ?? makeDict();
    if (isKind(members, 'dict')) {
      setItem(members, input.id, makeTuple([input.type, input.options]), isLoose(item));
    }
    setItem(presented, group, members);
  }
  return presented;
};

/** The hidden inputs that the node requests, and those that the host adds for output and API nodes. */
const hiddenOf = (schema: Schema): DictValue => {
  const hidden = makeDict();
  const asked = schema.field('hidden') ?? makeList([]);
  for (const item of isSequence(asked) ? asked.items : [asked]) {
    const name = apiPath(item)?.at(-1);
    if (name !== undefined && hiddenInputs[name] !== undefined) addHidden(hidden, name);
    else if (item !== none) hidden.unknownParts.add(isKind(item, 'unknown') ? item.source : 'hidden');
  }
  const isSet = (flag: string) => truthOf(schema.field(flag) ?? false) === true;
  const added = [
    ...(isSet('is_api_node') ? ['auth_token_comfy_org', 'api_key_comfy_org', 'comfy_usage_source'] : []),
    ...(isSet('is_output_node') ? ['prompt', 'extra_pnginfo'] : []),
  ];
  for (const name of added) addHidden(hidden, name);
  return hidden;
};

const addHidden = (hidden: DictValue, name: string): void => {
  const wanted = hiddenInputs[name];
  setItem(hidden, name, wanted === undefined ? makeUnknown(name) : makeTuple([wanted]));
};
