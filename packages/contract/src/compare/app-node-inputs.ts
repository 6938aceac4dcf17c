/** An input of an app-node, as its definition has it. */
export interface Input {
  readonly name: string;
  readonly isRequired: boolean;
  /** Its type, or its choices. */
  readonly type: unknown;
  readonly options: Readonly<Record<string, unknown>>;
}

const widgetTypes: readonly unknown[] = ['INT', 'FLOAT', 'STRING', 'BOOLEAN', 'COMBO'];

/** The inputs in `input_types`, in the order of the definition. What has another form has no inputs. */
export const readInputs = (inputTypes: string | undefined): Input[] => {
  const groups = parse(inputTypes);
  return (['required', 'optional'] as const).flatMap((group) =>
    Object.entries(objectOf(groups[group])).map(([name, definition]) => {
      const [type, options] = Array.isArray(definition) ? (definition as unknown[]) : [definition];
      return { name, isRequired: group === 'required', type, options: objectOf(options) };
    }),
  );
};

/** Whether its value is kept in the node, and not brought by a link. */
export const isWidget = ({ type, options }: Input): boolean =>
  options['forceInput'] !== true &&
  (Array.isArray(type) || widgetTypes.includes(options['widgetType'] ?? type));

/** The choices that an input has; undefined if it is no list of choices. */
export const choicesOf = ({ type, options }: Input): readonly unknown[] | undefined => {
  if (Array.isArray(type)) return type as unknown[];
  const listed = options['options'];
  return type === 'COMBO' && Array.isArray(listed) ? (listed as unknown[]) : undefined;
};

/** Whether nobody can know it without running the package. */
export const isDynamic = (value: unknown): boolean => (JSON.stringify(value) ?? '').includes('"$dynamic"');

const parse = (text = '{}'): Readonly<Record<string, unknown>> => {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
};

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
