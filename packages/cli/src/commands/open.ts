import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { parseLatestReference } from '../node-reference.ts';
import { pagePathOf } from '../page-path.ts';
import { optionalArgument } from '../parameters/one-argument.ts';

export const open = command({
  brief: 'Open the page of a node, or the home page of the registry, in the browser',
  description: 'Without a terminal or a browser, it only prints the address.',
  data: ({ Type }) =>
    Type.Object({
      url: Type.String(),
      opened: Type.Boolean({ description: 'Whether a browser was started' }),
    }),
  parameters: {
    positional: optionalArgument('node[@version]', 'A node, or one of its versions'),
  },
  async run(call: Call, _flags: object, reference?: string) {
    const { registry } = await call.connect();
    const url = registry + pathOf(reference);
    return { url, opened: call.isInteractive && call.context.openBrowser(url) };
  },
  text: ({ url }) => url,
});

const pathOf = (reference: string | undefined): string => {
  if (reference === undefined) return '/';
  const { nodeId, version } = parseLatestReference(reference);
  return pagePathOf(nodeId, version);
};
