import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { columns } from '../output/columns.ts';
import { integerFlag } from '../parameters/integer-flag.ts';
import { textFlag } from '../parameters/text-flag.ts';

interface Flags {
  readonly limit: number;
  readonly page: number;
  readonly os?: string;
  readonly accelerator?: string;
}

export const search = command({
  brief: 'Search nodes by words that all occur in them',
  data: ({ Type, Node }) =>
    Type.Object({
      nodes: Type.Array(Node),
      limit: Type.Integer(),
      page: Type.Integer(),
      total: Type.Integer(),
      totalPages: Type.Integer(),
    }),
  parameters: {
    flags: {
      limit: integerFlag('How many on a page', 1, 100, 20),
      page: integerFlag('Which page', 1, 1_000_000, 1),
      os: textFlag('Only nodes for this operating system', 'name'),
      accelerator: textFlag('Only nodes for this accelerator', 'name'),
    },
    positional: {
      kind: 'array',
      minimum: 1,
      parameter: {
        parse: String,
        placeholder: 'word',
        brief: 'Of a name, a publisher, a tag or a description',
      },
    },
  },
  async run(call: Call, { limit, page, os, accelerator }: Flags, ...words: string[]) {
    const { api, client } = await call.connect();
    return api.searchNodes(client, {
      search: words.join(' '),
      limit,
      page,
      supported_os: os,
      supported_accelerator: accelerator,
    });
  },
  text({ nodes, total, page, totalPages }, ink) {
    if (nodes.length === 0) return 'Nothing was found.';
    const rows = nodes.map(({ id, latest_version: latest, downloads, description = '' }) => [
      ink.bold(id),
      latest?.version ?? '',
      `${downloads} downloads`,
      firstLine(description),
    ]);
    return `${columns(rows)}\n${ink.dim(`${total} found, page ${page} of ${totalPages}`)}`;
  },
});

const charsMax = 72;

const firstLine = (text: string): string => {
  const [line = ''] = text.split('\n');
  return line.length > charsMax ? `${line.slice(0, charsMax)}…` : line;
};
