import { type Fields, isObject } from './fields.ts';
import { replaceNaN } from './replace-nan.ts';

/**
 * The workflow in a text: the graph of the editor, or the prompt of the host's interface, also where a request or a
 * picture wraps it, as text of at most `partsMax` lists and objects. Undefined if the text is no JSON. Python writes
 * `NaN` and `Infinity`, which count as null.
 */
export const parseWorkflow = (text: string, partsMax: number): unknown => {
  const json = text.replace(/^\u{feff}/u, '');
  const file = parse(json) ?? parse(replaceNaN(json));
  return unwrap(file, { left: wrappersMax, partsMax });
};

/** Each takes a hundred times its two bytes once it is read. Those in texts count as well, because there are few. */
export const hasMoreParts = (json: string, max: number): boolean => {
  let parts = 0;
  for (let index = 0; index < json.length && parts <= max; index += 1) {
    const code = json.charCodeAt(index);
    if (code === openingBracket || code === openingBrace) parts += 1;
  }
  return parts > max;
};

const [openingBracket, openingBrace] = [0x5b, 0x7b];

/** A request holds extra data, which hold a picture's information, which holds the workflow. */
const wrappersMax = 4;
/** The graph comes first: it says where app-nodes are from. */
const wrappers = ['workflow', 'extra_data', 'extra_pnginfo', 'prompt', 'output'];

const unwrap = (file: unknown, { left, partsMax }: { left: number; partsMax: number }): unknown => {
  const isText = typeof file === 'string' && !hasMoreParts(file, partsMax);
  const value = isText ? (parse(file) ?? file) : file;
  if (!isObject(value) || left === 0 || isWorkflow(value)) return value;
  for (const name of wrappers) {
    const inner = unwrap(value[name], { left: left - 1, partsMax });
    if (isObject(inner) && isWorkflow(inner)) return inner;
  }
  return value;
};

const isWorkflow = (file: Fields): boolean =>
  Array.isArray(file['nodes']) ||
  Object.values(file).some((one) => isObject(one) && typeof one['class_type'] === 'string');

const parse = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};
