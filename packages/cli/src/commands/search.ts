import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { CliError } from '../errors.ts';
import { clipped, columns } from '../output/columns.ts';
import { count } from '../output/count.ts';
import { pastLast } from '../output/paged.ts';
import { hostFlags } from '../parameters/host-flags.ts';
import { integerFlag } from '../parameters/integer-flag.ts';
import { textFlag } from '../parameters/text-flag.ts';

interface Flags {
  readonly limit: number;
  readonly page: number;
  readonly os?: string;
  readonly accelerator?: string;
  readonly tag?: string;
  readonly takes?: string;
  readonly gives?: string;
}

export const search = command({
  brief: 'Search nodes by words, and by what their app-nodes take and give',
  description: 'Nodes without an Active version are left out.',
  data: ({ Type, Node }) =>
    Type.Object({
      nodes: Type.Array(Node),
      limit: Type.Integer(),
      page: Type.Integer(),
      total: Type.Integer(),
      totalPages: Type.Integer(),
      seq: Type.Optional(Type.Integer()),
      did_you_mean: Type.Optional(Type.String()),
      left_out: Type.Optional(Type.Array(Type.String())),
    }),
  parameters: {
    flags: {
      limit: integerFlag('How many on a page', 1, 100, 20),
      page: integerFlag('Which page', 1, 1_000_000, 1),
      ...hostFlags,
      tag: textFlag('Only nodes with this tag'),
      takes: textFlag('Only nodes with an app-node that takes these types, such as IMAGE,MASK'),
      gives: textFlag('Only nodes with an app-node that also gives these types'),
    },
    positional: {
      kind: 'array',
      minimum: 0,
      parameter: {
        parse: String,
        placeholder: 'word',
        brief: 'Of a name, a publisher, a tag or a description',
      },
    },
  },
  async run(call: Call, { limit, page, os, accelerator, tag, takes, gives }: Flags, ...words: string[]) {
    if (words.length === 0 && [tag, takes, gives].every((filter) => filter === undefined))
      throw new CliError('usage', 'Write words, or one of --tag, --takes and --gives.');
    const { api, client } = await call.connect();
    return api.searchNodes(client, {
      search: words.join(' '),
      limit,
      page,
      installable: true,
      supported_os: os,
      supported_accelerator: accelerator,
      tag,
      takes: takes?.split(','),
      gives: gives?.split(','),
    });
  },
  text({ nodes, total, page, totalPages, did_you_mean: meant, left_out: leftOut }, ink) {
    if (nodes.length === 0) return total === 0 ? 'Nothing was found.' : pastLast(page, totalPages);
    const notes = [
      ...(meant === undefined ? [] : [`Searched for "${meant}", as no node has the words as written.`]),
      ...(leftOut === undefined
        ? []
        : [`No node has all of these words; the first lacks ${leftOut.join(', ')}.`]),
    ];
    const rows = nodes.map(({ id, latest_version: latest, downloads, description = '' }) => [
      ink.bold(id),
      latest?.version ?? '',
      count(downloads, 'download'),
      firstLine(description),
    ]);
    const foot = [...notes, `${total} found, page ${page} of ${totalPages}`].map((line) => ink.dim(line));
    return [columns(rows, ink.width), ...foot].join('\n');
  },
});

/** Where nobody says how wide a line is. */
const charsMax = 72;

const firstLine = (text: string): string => clipped(text.split('\n')[0] ?? '', charsMax);
