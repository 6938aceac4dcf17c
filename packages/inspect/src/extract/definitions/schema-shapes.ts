import { makeDict, makeList, makeTuple } from '../values/make-values.ts';
import type { Value } from '../values/value.ts';

/** How the host's schema classes take their arguments and present them to V1 clients, as of its version 0.33. */
export interface InputShape {
  /** The order of positional arguments. */
  parameters: string[];
  /** What a V1 client gets besides the common options, in order: parameter and key. */
  options: [parameter: string, key: string][];
  /** The values of parameters that were not passed. */
  defaults?: Record<string, Value>;
  /** The value that is shown for a default, if it differs from the default. */
  presentDefault?: (value: Value) => Value;
  /** Parameters that are shown as a separate object, after all others. */
  nested?: { key: string; parameters: string[] };
}

const plainParameters = [
  'id',
  'display_name',
  'optional',
  'tooltip',
  'lazy',
  'extra_dict',
  'raw_link',
  'advanced',
];
const widgetStart = ['id', 'display_name', 'optional', 'tooltip', 'lazy', 'default'];
const widgetEnd = ['socketless', 'force_input', 'extra_dict', 'raw_link', 'advanced'];
const widgetOptions: InputShape['options'] = [
  ['default', 'default'],
  ['socketless', 'socketless'],
  ['widget_type', 'widgetType'],
  ['force_input', 'forceInput'],
];
const comboOptions: InputShape['options'] = [
  ...widgetOptions,
  ['multiselect', 'multiselect'],
  ['options', 'options'],
  ['control_after_generate', 'control_after_generate'],
];

/** Options that every input can have; `extra_dict` comes after them. */
export const commonOptions: InputShape['options'] = [
  ['display_name', 'display_name'],
  ['tooltip', 'tooltip'],
  ['lazy', 'lazy'],
  ['raw_link', 'rawLink'],
  ['advanced', 'advanced'],
];

/** Whether the host gives an input of this shape a widget. */
export const isWidget = ({ options }: InputShape): boolean =>
  options.some(([parameter]) => parameter === 'widget_type');

/** A widget that has no socket by default; `own` are the options that only this one has. */
const floating = (last: string[], fallback?: Value, own: string[] = []): InputShape => ({
  parameters: ['id', 'display_name', 'optional', 'tooltip', 'socketless', ...last],
  options: [...widgetOptions, ...own.map((name): [string, string] => [name, name])],
  defaults: { socketless: true, ...(fallback === undefined ? {} : { default: fallback }) },
});

/** An input with one more parameter right after its id, which has the same name in the output. */
const describedBy = (option: string): InputShape => ({
  parameters: ['id', option, ...plainParameters.slice(1)],
  options: [[option, option]],
});

const rangeOptions = [
  'display',
  'gradient_stops',
  'show_midpoint',
  'midpoint_scale',
  'value_min',
  'value_max',
];

export const plainInput: InputShape = { parameters: plainParameters, options: [] };

export const inputShapes: Record<string, InputShape> = {
  Boolean: {
    parameters: [...widgetStart, 'label_on', 'label_off', ...widgetEnd],
    options: [...widgetOptions, ['label_on', 'label_on'], ['label_off', 'label_off']],
  },
  Int: {
    parameters: [
      ...widgetStart,
      'min',
      'max',
      'step',
      'control_after_generate',
      'display_mode',
      ...widgetEnd,
    ],
    options: [
      ...widgetOptions,
      ['min', 'min'],
      ['max', 'max'],
      ['step', 'step'],
      ['control_after_generate', 'control_after_generate'],
      ['display_mode', 'display'],
    ],
  },
  Float: {
    parameters: [
      ...widgetStart,
      'min',
      'max',
      'step',
      'round',
      'display_mode',
      'gradient_stops',
      ...widgetEnd,
    ],
    options: [
      ...widgetOptions,
      ['min', 'min'],
      ['max', 'max'],
      ['step', 'step'],
      ['round', 'round'],
      ['display_mode', 'display'],
      ['gradient_stops', 'gradient_stops'],
    ],
  },
  String: {
    parameters: [
      'id',
      'display_name',
      'optional',
      'tooltip',
      'lazy',
      'multiline',
      'placeholder',
      'default',
      'dynamic_prompts',
      ...widgetEnd,
    ],
    options: [
      ...widgetOptions,
      ['multiline', 'multiline'],
      ['placeholder', 'placeholder'],
      ['dynamic_prompts', 'dynamicPrompts'],
    ],
    defaults: { multiline: false },
  },
  Combo: {
    parameters: [
      'id',
      'options',
      'display_name',
      'optional',
      'tooltip',
      'lazy',
      'default',
      'control_after_generate',
      'upload',
      'image_folder',
      'remote',
      'socketless',
      'extra_dict',
      'raw_link',
      'advanced',
    ],
    options: [...comboOptions, ['upload', 'upload'], ['image_folder', 'image_folder'], ['remote', 'remote']],
    defaults: { multiselect: false },
  },
  MultiCombo: {
    parameters: [
      'id',
      'options',
      'display_name',
      'optional',
      'tooltip',
      'lazy',
      'default',
      'placeholder',
      'chip',
      'control_after_generate',
      'socketless',
      'extra_dict',
      'raw_link',
      'advanced',
    ],
    options: comboOptions,
    defaults: { multiselect: true },
    nested: { key: 'multi_select', parameters: ['placeholder', 'chip'] },
  },
  ImageCompare: floating(['advanced']),
  Color: floating(['advanced', 'default'], '#ffffff'),
  Colors: floating(['default', 'advanced'], makeList([])),
  BoundingBoxes: floating(['default', 'advanced'], makeList([])),
  Compositor: floating(['default', 'advanced'], makeDict()),
  BoundingBox: {
    ...floating(
      ['default', 'component', 'force_input'],
      makeDict([
        ['x', 0n],
        ['y', 0n],
        ['width', 512n],
        ['height', 512n],
      ]),
    ),
    options: [...widgetOptions.slice(0, -1), ['component', 'component'], ['force_input', 'forceInput']],
  },
  Curve: {
    ...floating(['default', 'advanced'], makeList([makeTuple([0, 0]), makeTuple([1, 1])])),
    presentDefault: (points) =>
      makeDict([
        ['points', points],
        ['interpolation', 'monotone_cubic'],
      ]),
  },
  Range: floating(
    ['default', ...rangeOptions, 'advanced'],
    makeDict([
      ['min', 0],
      ['max', 1],
    ]),
    rangeOptions,
  ),
  Webcam: {
    parameters: [...widgetStart, 'socketless', 'extra_dict', 'raw_link', 'advanced'],
    options: widgetOptions,
  },
  MultiType: { parameters: ['id', 'types', ...plainParameters.slice(1)], options: [] },
  MatchType: describedBy('template'),
  Autogrow: describedBy('template'),
  DynamicCombo: describedBy('options'),
};

/** The order of positional arguments. */
export const plainOutputParameters = ['id', 'display_name', 'tooltip', 'is_output_list'];

/** The order for types whose outputs take other arguments, by type name. */
export const outputParameters: Record<string, string[]> = {
  COMBO: ['id', 'display_name', 'options', 'tooltip', 'is_output_list'],
  COMFY_MATCHTYPE_V3: ['template', ...plainOutputParameters],
};

export const schemaParameters = [
  'node_id',
  'display_name',
  'category',
  'inputs',
  'outputs',
  'hidden',
  'description',
  'search_aliases',
  'is_input_list',
  'is_output_node',
  'is_deprecated',
  'is_experimental',
  'is_dev_only',
  'is_api_node',
];

/** What a node may request from the host, by the name in the request. */
export const hiddenInputs: Record<string, string> = {
  unique_id: 'UNIQUE_ID',
  prompt: 'PROMPT',
  extra_pnginfo: 'EXTRA_PNGINFO',
  dynprompt: 'DYNPROMPT',
  auth_token_comfy_org: 'AUTH_TOKEN_COMFY_ORG',
  api_key_comfy_org: 'API_KEY_COMFY_ORG',
  comfy_usage_source: 'COMFY_USAGE_SOURCE',
};

export const uploadKeys: Record<string, string> = {
  image: 'image_upload',
  audio: 'audio_upload',
  video: 'video_upload',
  model: 'file_upload',
};
