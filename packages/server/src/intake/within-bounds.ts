import { limits } from '@patchbay/contract';
import type { Extraction } from '@patchbay/inspect';
import { bytesAsJson } from '../policy/bytes-as-json.ts';

/**
 * What an extraction found, without the app-nodes that are over their bound, alone or all together; each is named as a
 * problem. Where none is left the extraction failed.
 */
export const withinBounds = (extraction: Extraction): Extraction => {
  let total = 0;
  const appNodes: Extraction['appNodes'][number][] = [];
  const problems = [...extraction.problems];
  for (const appNode of extraction.appNodes) {
    const { app_node_name: name, ...definition } = appNode;
    const bytes = bytesAsJson(definition);
    if (bytes > limits.appNodeBytesMax || total + bytes > limits.appNodesBytesMax) {
      const bound =
        bytes > limits.appNodeBytesMax
          ? `at most ${limits.appNodeBytesMax} are kept of one`
          : `at most ${limits.appNodesBytesMax} are kept of a version`;
      problems.unshift({
        file: '',
        line: 0,
        message: `the app-node ${name} takes ${bytes} bytes as JSON; ${bound}`,
      });
    } else {
      total += bytes;
      appNodes.push(appNode);
    }
  }
  if (appNodes.length === extraction.appNodes.length) return extraction;
  return { ...extraction, status: appNodes.length === 0 ? 'failed' : extraction.status, appNodes, problems };
};
