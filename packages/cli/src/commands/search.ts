import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { clipped, columns } from '../output/columns.ts';
import { count } from '../output/count.ts';
import { hostFlags } from '../parameters/host-flags.ts';
import { integerFlag } from '../parameters/integer-flag.ts';

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
      ...hostFlags,
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
      count(downloads, 'download'),
      firstLine(description),
    ]);
    return `${columns(rows, ink.width)}\n${ink.dim(`${total} found, page ${page} of ${totalPages}`)}`;
  },
});

/** Where nobody says how wide a line is. */
const charsMax = 72;

const firstLine = (text: string): string => clipped(text.split('\n')[0] ?? '', charsMax);
