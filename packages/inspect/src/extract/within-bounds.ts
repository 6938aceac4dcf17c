import { limits } from '@patchbay/contract/limits';
import { patterns } from '@patchbay/contract/text-rules';
import type { Extraction, ExtractedAppNode } from './extraction.ts';

const name = new RegExp(patterns.name.pattern, 'u');

/** Why an app-node is left out; undefined if it is kept. `others` is the size in bytes of those already kept. */
const excess = (
  appNode: ExtractedAppNode,
  bytes: number,
  others: number,
  kept: number,
): string | undefined => {
  const { appNodeNameCharsMax, appNodeBytesMax, appNodesBytesMax, appNodesMax } = limits;
  if (appNode.app_node_name === '') return 'has an empty name';
  if (appNode.app_node_name.length > appNodeNameCharsMax)
    return `has a name of ${appNode.app_node_name.length} characters; at most ${appNodeNameCharsMax} are kept`;
  if (!name.test(appNode.app_node_name))
    return 'has a name with line breaks, control, bidirectional or zero-width characters';
  if (bytes > appNodeBytesMax)
    return `takes ${bytes} bytes as JSON; at most ${appNodeBytesMax} are kept of one`;
  if (others + bytes > appNodesBytesMax)
    return `takes ${bytes} bytes as JSON; at most ${appNodesBytesMax} are kept of a version`;
  return kept >= appNodesMax ? `is one too many; at most ${appNodesMax} are kept of a version` : undefined;
};

/** Without a display name that hides characters: the app-node is shown by its own name. */
const withHonestName = (appNode: ExtractedAppNode): ExtractedAppNode => {
  const { display_name, ...others } = appNode;
  return display_name === undefined || name.test(display_name) ? appNode : others;
};

/**
 * The result of an extraction without the app-nodes that exceed a limit, individually or in total, names included, or
 * whose name hides characters. Each one that is left out for itself is named as a problem. If no app-node is left, the
 * extraction failed.
 */
export const withinBounds = (extraction: Extraction): Extraction => {
  let total = 0;
  const appNodes: ExtractedAppNode[] = [];
  const problems: Extraction['problems'] = [];
  for (const appNode of extraction.appNodes.map(withHonestName)) {
    const bytes = Buffer.byteLength(JSON.stringify(appNode));
    const reason = excess(appNode, bytes, total, appNodes.length);
    if (reason === undefined) {
      total += bytes;
      appNodes.push(appNode);
    } else if (problems.length < limits.problemsMax) {
      problems.push({
        file: '',
        line: 0,
        message: `the app-node ${shorten(appNode.app_node_name, 100)} ${reason}`,
      });
    }
  }
  return {
    ...extraction,
    status: extraction.appNodes.length > 0 && appNodes.length === 0 ? 'failed' : extraction.status,
    appNodes,
    problems: [...problems, ...extraction.problems]
      .slice(0, limits.problemsMax)
      .map(({ file, line, message }) => ({
        file: shorten(file, limits.problemCharsMax),
        line,
        message: shorten(message, limits.problemCharsMax),
      })),
  };
};

const shorten = (text: string, charsMax: number): string =>
  text.length > charsMax ? `${text.slice(0, charsMax - 1).toWellFormed()}…` : text;
