import { mergeDict, setItem } from '../values/dict-items.ts';
import { makeDict, makeList, makeUnknown } from '../values/make-values.ts';
import { truthOf } from '../values/truth-of.ts';
import { isKind, isSequence, type DictValue, type Value, none } from '../values/value.ts';
import { hostClassOf, ioTypeOf } from './io-type.ts';
import { apiPath, pieceField, schemaPiece, sourceOf, type SchemaPiece } from './schema-piece.ts';
import {
  commonOptions,
  inputShapes,
  isWidget,
  plainInput,
  uploadKeys,
  type InputShape,
} from './schema-shapes.ts';

export interface PresentedInput {
  id: string;
  isOptional: boolean;
  type: Value;
  options: DictValue;
}

/** Presents a nested input. It is passed as an argument, because inputs can contain inputs. */
type PresentList = (inputs: Value, changes?: Record<string, Value>) => DictValue;

/**
 * One `io.<Type>.Input(...)` as type and options; undefined if its name is unknown. `changes` are the arguments that
 * the host sets when it puts a widget inside another input.
 */
export const presentInput = (
  input: Value,
  presentList: PresentList,
  changes: Record<string, Value> = {},
): PresentedInput | undefined => {
  const piece = schemaPiece(input);
  const origin = piece?.callee.origin;
  if (piece === undefined || origin?.kind !== 'attribute' || origin.name !== 'Input') return undefined;
  const className = hostClassOf(origin.object) ?? '';
  const shape = inputShapes[className] ?? plainInput;
  const forced = isWidget(shape) ? changes : {};
  const field = (name: string) => forced[name] ?? pieceField(piece, shape.parameters, name);
  const id = field('id');
  const inner = className === 'MultiType' && id !== undefined ? presentMultiple(id, presentList) : undefined;
  const name = inner?.id ?? id;
  if (typeof name !== 'string') return undefined;
  const options = presentOptions(field, shape, presentList);
  const type = presentType(origin.object, className, field, inner) ?? makeUnknown(sourceOf(piece));
  return {
    id: name,
    isOptional: truthOf(field('optional') ?? false) === true || inner?.isOptional === true,
    type,
    options: inner === undefined ? options : mergeOptions(inner.options, options),
  };
};

/** The input whose widget a multi-type input shows. The host adds its type. */
const presentMultiple = (input: Value, presentList: PresentList): PresentedInput | undefined => {
  const plain = presentInput(input, presentList);
  return plain && presentInput(input, presentList, { widget_type: plain.type });
};

const presentType = (
  holder: Value,
  className: string,
  field: (name: string) => Value | undefined,
  inner: PresentedInput | undefined,
): Value | undefined => {
  if (className !== 'MultiType') return field('widget_type') ?? ioTypeOf(holder);
  const types = field('types');
  if (!isSequence(types)) return undefined;
  const names = [...(inner === undefined ? [] : [inner.type]), ...types.items.map((each) => ioTypeOf(each))];
  const known = names.filter((name) => typeof name === 'string');
  return known.length === names.length ? [...new Set(known)].join(',') : undefined;
};

const mergeOptions = (base: DictValue, own: DictValue): DictValue => {
  const merged = makeDict();
  mergeDict(merged, base);
  mergeDict(merged, own);
  return merged;
};

const presentOptions = (
  field: (name: string) => Value | undefined,
  shape: InputShape,
  presentList: PresentList,
): DictValue => {
  const options = makeDict();
  const show = ([parameter, key]: [string, string]) => {
    const given = field(parameter);
    const value = given === undefined || given === none ? shape.defaults?.[parameter] : given;
    if (value === undefined) return;
    if (parameter === 'upload') setItem(options, uploadKeys[apiPath(value)?.at(-1) ?? ''] ?? 'upload', true);
    else {
      const shown = parameter === 'default' ? (shape.presentDefault?.(value) ?? value) : value;
      setItem(options, key, presentValue(shown, presentList));
    }
  };
  for (const option of commonOptions) show(option);
  const extra = field('extra_dict');
  if (isKind(extra, 'dict')) mergeDict(options, extra);
  else if (isKind(extra, 'unknown')) options.unknownParts.add(extra.source);
  for (const option of shape.options) show(option);
  if (shape.nested === undefined) return options;
  const nested = makeDict();
  for (const name of shape.nested.parameters) {
    const value = field(name);
    if (value !== undefined && value !== none) setItem(nested, name, value);
  }
  setItem(options, shape.nested.key, nested);
  return options;
};

/** The value of an option. The host's own enums and templates are replaced by what they stand for. */
const presentValue = (value: Value, presentList: PresentList): Value => {
  if (isSequence(value)) return makeList(value.items.map((item) => presentValue(item, presentList)));
  // An enum class stands for the list of its values.
  if (isKind(value, 'class') && value.isEnum)
    return makeList([...value.attributes.values()].filter((each) => isKind(each, 'instance')));
  const path = apiPath(value);
  const holder = path?.at(-2);
  if (holder !== undefined && hostEnums.has(holder)) return path?.at(-1) ?? value;
  const piece = schemaPiece(value);
  const template = piece && templates[apiPath(piece.callee)?.join('.') ?? ''];
  return piece === undefined || template === undefined ? value : template(piece, presentList);
};

/** Enums of the host whose values are their names. */
const hostEnums: ReadonlySet<string> = new Set(['NumberDisplay', 'FolderType', 'ControlAfterGenerate']);

/** The host presents a widget that can be repeated as a separate input. */
const inGrowth = { force_input: true };

type PresentTemplate = (piece: SchemaPiece, presentList: PresentList) => Value;

const templates: Record<string, PresentTemplate> = {
  'MatchType.Template': (piece) => {
    const field = (name: string) => pieceField(piece, ['template_id', 'allowed_types'], name);
    const allowed = field('allowed_types');
    const types =
      allowed === undefined ? ['*'] : (isSequence(allowed) ? allowed.items : [allowed]).map(ioTypeOf);
    return makeDict([
      ['template_id', field('template_id') ?? none],
      ['allowed_types', types.includes(undefined) ? makeUnknown('allowed_types') : types.join(',')],
    ]);
  },
  'Autogrow.TemplatePrefix': (piece, presentList) => {
    const field = (name: string) => pieceField(piece, ['input', 'prefix', 'min', 'max'], name);
    return makeDict([
      ['input', presentList(makeList([field('input') ?? none]), inGrowth)],
      ['prefix', field('prefix') ?? none],
      ['min', field('min') ?? 1n],
      ['max', field('max') ?? 10n],
    ]);
  },
  'Autogrow.TemplateNames': (piece, presentList) => {
    const field = (name: string) => pieceField(piece, ['input', 'names', 'min'], name);
    return makeDict([
      ['input', presentList(makeList([field('input') ?? none]), inGrowth)],
      ['names', field('names') ?? none],
      ['min', field('min') ?? 1n],
    ]);
  },
  'DynamicCombo.Option': (piece, presentList) => {
    const field = (name: string) => pieceField(piece, ['key', 'inputs'], name);
    return makeDict([
      ['key', field('key') ?? none],
      ['inputs', presentList(field('inputs') ?? none)],
    ]);
  },
  RemoteOptions: (piece) => {
    const parameters = [
      'route',
      'refresh_button',
      'control_after_refresh',
      'timeout',
      'max_retries',
      'refresh',
    ];
    const shown = makeDict();
    for (const name of parameters) {
      const value =
        pieceField(piece, parameters, name) ?? (name === 'control_after_refresh' ? 'first' : none);
      if (value !== none) setItem(shown, name, value);
    }
    return shown;
  },
};
