/** How the host's schema pieces take their arguments and present them to V1 clients, as data. */

/** The host's type names by the class that stands for them, where one is not the other in capitals. */
export const ioTypes: Record<string, string> = {
  AnyType: '*',
  Audio: 'AUDIO',
  AudioEncoder: 'AUDIO_ENCODER',
  AudioEncoderOutput: 'AUDIO_ENCODER_OUTPUT',
  Autogrow: 'COMFY_AUTOGROW_V3',
  BBOX: 'BBOX',
  Boolean: 'BOOLEAN',
  BoundingBox: 'BOUNDING_BOX',
  Clip: 'CLIP',
  ClipVision: 'CLIP_VISION',
  ClipVisionOutput: 'CLIP_VISION_OUTPUT',
  Color: 'COLOR',
  Combo: 'COMBO',
  Conditioning: 'CONDITIONING',
  ControlNet: 'CONTROL_NET',
  DynamicCombo: 'COMFY_DYNAMICCOMBO_V3',
  DynamicSlot: 'COMFY_DYNAMICSLOT_V3',
  FaceAnalysis: 'FACE_ANALYSIS',
  Float: 'FLOAT',
  FlowControl: 'FLOW_CONTROL',
  Accumulation: 'ACCUMULATION',
  Gligen: 'GLIGEN',
  Guider: 'GUIDER',
  HookKeyframes: 'HOOK_KEYFRAMES',
  Hooks: 'HOOKS',
  Image: 'IMAGE',
  ImageCompare: 'IMAGECOMPARE',
  Int: 'INT',
  Latent: 'LATENT',
  LatentOperation: 'LATENT_OPERATION',
  LatentUpscaleModel: 'LATENT_UPSCALE_MODEL',
  Load3D: 'LOAD_3D',
  Load3DAnimation: 'LOAD_3D_ANIMATION',
  Load3DCamera: 'LOAD3D_CAMERA',
  LoraModel: 'LORA_MODEL',
  LossMap: 'LOSS_MAP',
  MODEL_PATCH: 'MODEL_PATCH',
  Mask: 'MASK',
  MatchType: 'COMFY_MATCHTYPE_V3',
  Mesh: 'MESH',
  Model: 'MODEL',
  ModelPatch: 'MODEL_PATCH',
  MultiCombo: 'COMBO',
  MultiType: 'COMFY_MULTITYPED_V3',
  Noise: 'NOISE',
  Photomaker: 'PHOTOMAKER',
  Point: 'POINT',
  SEGS: 'SEGS',
  SVG: 'SVG',
  Sampler: 'SAMPLER',
  Sigmas: 'SIGMAS',
  String: 'STRING',
  StyleModel: 'STYLE_MODEL',
  TimestepsRange: 'TIMESTEPS_RANGE',
  Tracks: 'TRACKS',
  UpscaleModel: 'UPSCALE_MODEL',
  Vae: 'VAE',
  Video: 'VIDEO',
  Voxel: 'VOXEL',
  WanCameraEmbedding: 'WAN_CAMERA_EMBEDDING',
  Webcam: 'WEBCAM',
};

export interface InputShape {
  /** In the order they may be given without a name. */
  parameters: string[];
  /** What a V1 client sees beside the common options, in order: parameter and key. */
  options: [parameter: string, key: string][];
  /** Values of parameters that are shown although nobody gave them. */
  defaults?: Record<string, boolean>;
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

/** Options every input may carry; `extra_dict` follows them. */
export const commonOptions: InputShape['options'] = [
  ['display_name', 'display_name'],
  ['tooltip', 'tooltip'],
  ['lazy', 'lazy'],
  ['raw_link', 'rawLink'],
  ['advanced', 'advanced'],
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
    parameters: [...widgetStart, 'min', 'max', 'step', 'round', 'display_mode', ...widgetEnd],
    options: [
      ...widgetOptions,
      ['min', 'min'],
      ['max', 'max'],
      ['step', 'step'],
      ['round', 'round'],
      ['display_mode', 'display'],
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
    options: [
      ...comboOptions,
      ['multi_select', 'multi_select'],
      ['placeholder', 'placeholder'],
      ['chip', 'chip'],
    ],
    defaults: { multiselect: true, multi_select: true },
  },
  Webcam: {
    parameters: [...widgetStart, 'socketless', 'extra_dict', 'raw_link', 'advanced'],
    options: widgetOptions,
  },
  MultiType: { parameters: ['id', 'types', ...plainParameters.slice(1)], options: [] },
  MatchType: {
    parameters: ['id', 'template', ...plainParameters.slice(1)],
    options: [['template', 'template']],
  },
  Autogrow: {
    parameters: ['id', 'template', ...plainParameters.slice(1)],
    options: [['template', 'template']],
  },
  DynamicCombo: {
    parameters: ['id', 'options', ...plainParameters.slice(1)],
    options: [['options', 'options']],
  },
};

/** The widget classes: a type given by one of these is shown with its options in a multi-type input. */
export const outputParameters = ['id', 'display_name', 'tooltip', 'is_output_list'];

export const schemaParameters = [
  'node_id',
  'display_name',
  'category',
  'inputs',
  'outputs',
  'hidden',
  'description',
  'is_input_list',
  'is_output_node',
  'is_deprecated',
  'is_experimental',
  'is_api_node',
];

/** What a node may ask the host for, by the name it asks under. */
export const hiddenInputs: Record<string, string> = {
  unique_id: 'UNIQUE_ID',
  prompt: 'PROMPT',
  extra_pnginfo: 'EXTRA_PNGINFO',
  dynprompt: 'DYNPROMPT',
  auth_token_comfy_org: 'AUTH_TOKEN_COMFY_ORG',
  api_key_comfy_org: 'API_KEY_COMFY_ORG',
};

export const uploadKeys: Record<string, string> = {
  image: 'image_upload',
  audio: 'audio_upload',
  video: 'video_upload',
  model: 'file_upload',
};
