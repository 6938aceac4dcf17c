import { hash } from 'node:crypto';
import type { AppNodeDefinition } from '@patchbay/contract';

/** A digest of the inputs and outputs of an app-node, which differs where they do. */
export const shapeOf = ({
  input_types,
  input_is_list,
  return_types,
  return_names,
  output_is_list,
}: AppNodeDefinition): string =>
  hash(
    'sha256',
    JSON.stringify([input_types, input_is_list, return_types, return_names, output_is_list]),
    'base64url',
  );
