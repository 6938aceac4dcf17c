import { extractAppNodes } from '../packages/extract-app-nodes.ts';
import type { JobDefinition } from './job.ts';

/** Reads the app-nodes of a package that was checked. */
export const extractAppNodesJob: JobDefinition<'extract-app-nodes'> = {
  kind: 'extract-app-nodes',
  run: async (context, { subject, attempts }) => {
    await extractAppNodes(context, subject, attempts);
    return undefined;
  },
};
