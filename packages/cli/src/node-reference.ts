import { CliError } from './errors.ts';
import { isPathSegment } from './parameters/path-segment.ts';

/** A node, and perhaps one of its versions. */
export interface NodeReference {
  readonly nodeId: string;
  readonly version: string | undefined;
}

/** Reads `<node>` or `<node>@<version>`. */
export const parseNodeReference = (text: string): NodeReference => {
  const at = text.indexOf('@');
  const [nodeId, version] = at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
  if (!isPathSegment(nodeId) || (version !== undefined && !isPathSegment(version))) {
    throw new CliError('usage', `"${text}" names no node. Write <node> or <node>@<version>.`);
  }
  return { nodeId, version };
};

/** As `parseNodeReference`, for commands that mean the latest version where none is named: `<node>@latest` is that. */
export const parseLatestReference = (text: string): NodeReference => {
  const { nodeId, version } = parseNodeReference(text);
  return { nodeId, version: version === 'latest' ? undefined : version };
};

/** As `parseNodeReference`, for commands about a version. */
export const requireVersion = (text: string): NodeReference & { readonly version: string } => {
  const { nodeId, version } = parseNodeReference(text);
  if (version === undefined)
    throw new CliError('usage', `"${text}" names no version. Write <node>@<version>.`);
  return { nodeId, version };
};
