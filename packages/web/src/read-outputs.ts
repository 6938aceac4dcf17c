import type { AppNode } from '@patchbay/client';

/** An output of an app-node. */
export interface Output {
  readonly name: string;
  readonly type: unknown;
  readonly isList: boolean;
}

/** The outputs of an app-node, in order. What has another form has none. */
export const readOutputs = ({ return_types, return_names, output_is_list = [] }: AppNode): Output[] => {
  const names = readList(return_names);
  return readList(return_types).map((type, index) => {
    const name = names[index];
    return {
      name: typeof name === 'string' && name !== '' ? name : typeof type === 'string' ? type : '?',
      type,
      isList: output_is_list[index] === true,
    };
  });
};

const readList = (text: string | undefined): readonly unknown[] => {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
};
