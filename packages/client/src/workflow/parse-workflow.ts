export type Fields = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text in UTF-8, or in the UTF-16 that its byte order mark says. */
export const decodeWorkflow = (bytes: Uint8Array): string => {
  const [first, second] = bytes;
  const isBigEndian = first === 0xfe && second === 0xff;
  const isLittleEndian = first === 0xff && second === 0xfe;
  const encoding = isBigEndian ? 'utf-16be' : isLittleEndian ? 'utf-16le' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
};

/**
 * The workflow in a text: the graph of the editor, or the prompt of the host's interface, also where a request or a
 * picture wraps it. Undefined if the text is no JSON. Python writes `NaN` and `Infinity`, which count as null.
 */
export const parseWorkflow = (text: string): unknown => {
  const json = text.replace(/^\u{feff}/u, '');
  const file =
    parse(json) ?? parse(json.replaceAll(notJson, (found) => (found.startsWith('"') ? found : 'null')));
  return unwrap(file, wrappersMax);
};

const notJson = /"(?:[^"\\]|\\.)*"|-?\bInfinity\b|\bNaN\b/g;
/** A request holds extra data, which hold a picture's information, which holds the workflow. */
const wrappersMax = 4;
/** The graph comes first: it says where app-nodes are from. */
const wrappers = ['workflow', 'extra_data', 'extra_pnginfo', 'prompt', 'output'];

const unwrap = (file: unknown, left: number): unknown => {
  const value = typeof file === 'string' ? (parse(file) ?? file) : file;
  if (!isObject(value) || left === 0 || isWorkflow(value)) return value;
  for (const name of wrappers) {
    const inner = unwrap(value[name], left - 1);
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
