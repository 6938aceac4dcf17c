interface HostileWorkflow {
  name: string;
  text: string;
  /** What the page says of it. */
  says: RegExp;
}

const script = '<script>globalThis.hacked = 1</script><img src=x onerror="hacked=1">';

const many = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

const graph = (nodes: unknown, rest: object = {}): string => JSON.stringify({ nodes, ...rest });

/** As much as is drawn without scripts, and a little more. */
export const heaviestWorkflow = (): string =>
  graph(
    many(600, (id) => ({
      id,
      type: `Name ${id}`,
      pos: [id * 300, 0],
      ...(id < 41 && {
        inputs: many(24, (slot) => ({ name: `in ${slot}` })),
        outputs: many(24, (slot) => ({ name: `out ${slot}` })),
      }),
    })),
    {
      links: many(1_200, (id) => [id, id % 500, 0, (id * 7) % 500, 0, 'IMAGE']),
      groups: many(120, (id) => ({ title: `Group ${id}`, bounding: [id, id, 500, 500] })),
    },
  );

/** Files that a stranger hands to a person. */
export const hostileWorkflows = (): readonly HostileWorkflow[] => [
  { name: 'depth', text: '['.repeat(100_000) + ']'.repeat(100_000), says: /not a workflow of the host/ },
  {
    name: 'depth within',
    text: `{"nodes":[{"type":"Deep inside","pos":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}`,
    says: /Deep inside/,
  },
  {
    name: 'places that are none',
    text: `{"nodes":[${['[1e999,0]', '["x",{}]', 'null', '{"0":5}', '[1e300,1e300]']
      .map((pos, id) => `{"id":${id},"type":"Nowhere","pos":${pos},"size":[-1e308,null]}`)
      .join()}],"links":[[1,0,-5,1,1e300,{}],null,[2,"x"],{"origin_id":0,"target_id":1}]}`,
    says: /Nowhere/,
  },
  {
    name: 'names with scripts and bidirectional text',
    text: graph([{ type: script, title: '\u202egnp.exe\u2066', inputs: [{ name: script, type: script }] }]),
    says: /<script>globalThis\.hacked/,
  },
  {
    name: '60,000 boxes',
    text: graph(many(60_000, (id) => ({ id, type: `N${id % 900}`, pos: [id % 300, id] }))),
    says: /2,000 of 60,000 boxes are drawn/,
  },
  {
    name: '6,000 names',
    text: graph(many(6_000, (id) => ({ id, type: `Name ${id}` }))),
    says: /names over 5,000 app-nodes/,
  },
  {
    name: 'a cycle of subgraphs',
    text: graph([{ id: 1, type: 'a' }], {
      definitions: {
        subgraphs: [
          { id: 'a', name: 'One', nodes: [{ type: 'b' }, { type: 'a' }] },
          { id: 'b', name: 'Other', nodes: [{ type: 'a' }] },
        ],
      },
    }),
    says: /Subgraph Other/,
  },
  {
    name: 'a box with every cable',
    text: JSON.stringify(
      Object.fromEntries(
        many(1_500, (id) => [
          id,
          { class_type: 'Hub', inputs: Object.fromEntries(many(24, (slot) => [`i${slot}`, ['0', 0]])) },
        ]),
      ),
    ),
    says: /1,500 boxes|Its graph/,
  },
];
