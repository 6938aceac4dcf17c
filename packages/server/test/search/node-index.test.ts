import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { IndexedNode, SearchRequest } from '../../src/search/index/messages.ts';
import { NodeIndex } from '../../src/search/index/node-index.ts';
import { OverdueError } from '../../src/search/index/word-index.ts';

const request: SearchRequest = {
  anywhere: '',
  appNodes: '',
  typos: true,
  filter: {},
  offset: 0,
  limit: 10,
  facetValues: 0,
  withReasons: false,
  withNumbers: false,
};

let ordinal = 0;
const node = (id: string, { appNodes = [], ...more }: Partial<IndexedNode> = {}): IndexedNode => ({
  key: id.toLowerCase(),
  id,
  name: id,
  author: '',
  description: '',
  tags: [],
  category: '',
  license: '',
  publisherId: 'ada',
  publisherName: 'Ada',
  repository: '',
  systems: '',
  accelerators: '',
  appVersions: '',
  isListed: true,
  isInstallable: true,
  updatedAt: '2026-01-01',
  ordinal: (ordinal += 1),
  downloads: 0,
  stars: 0,
  ranking: undefined,
  appNodes,
  ...more,
});

const appNode = (name: string, takes: string[] = [], gives: string[] = []) => ({
  name,
  aliases: [],
  takes,
  gives,
});

const nodes = [
  node('comfyui-impact-pack', {
    name: 'ComfyUI Impact Pack',
    appNodes: [appNode('FaceDetailer', ['image', 'mask'], ['image'])],
  }),
  node('rgthree', { name: "rgthree's ComfyUI Nodes", stars: 3_000 }),
  node('samplers', {
    name: 'Sampling',
    tags: ['Upscale'],
    license: 'MIT',
    appNodes: [
      appNode('KSamplerAdvanced', ['latent'], ['latent']),
      appNode('ImageScale', ['image'], ['image']),
    ],
  }),
  node('cup', { name: '材质图 tools', description: 'Größe ändern. Resizes a picture.' }),
  node('encoder', { name: 'Encoder', license: 'MIT', appNodes: [appNode('Encode', ['image'], ['latent'])] }),
  node('hopper-water', { name: 'Grace', description: 'Paints oil on canvas', systems: '\nwindows\n' }),
];

const indexOf = (...all: IndexedNode[]): NodeIndex => {
  const index = new NodeIndex();
  for (const one of all) index.put(one);
  return index;
};

describe('the search index', () => {
  const index = indexOf(...nodes);
  const ask = (asked: Partial<SearchRequest>, of = index) => of.search({ ...request, ...asked }, Infinity);
  const find = (anywhere: string, of = index): string[] => ask({ anywhere }, of).hits.map(({ key }) => key);

  test('finds a node by its id, its name and its app-nodes, however they are spelled', () => {
    for (const [query, key] of [
      ['comfyui-impact-pack', 'comfyui-impact-pack'],
      ['ComfyUI Impact Pack', 'comfyui-impact-pack'],
      ['pack impact', 'comfyui-impact-pack'],
      ['impactpack', 'comfyui-impact-pack'],
      ['comfyui imp', 'comfyui-impact-pack'],
      ['impact pakc', 'comfyui-impact-pack'],
      ['comfyui-impact-pak', 'comfyui-impact-pack'],
      ['rgtree', 'rgthree'],
      ['rg three', 'rgthree'],
      ['KSamplerAdvanced', 'samplers'],
      ['ksampler_advanced', 'samplers'],
      ['ksampler advanced', 'samplers'],
      ['ksampleradvanced', 'samplers'],
      ['imagescale', 'samplers'],
      ['image scale', 'samplers'],
      ['face detailer', 'comfyui-impact-pack'],
      ['材质', 'cup'],
      ['质图', 'cup'],
      ['图', 'cup'],
      ['材质图大', 'cup'],
      ['GROSSE andern', 'cup'],
      ['hopperwater', 'hopper-water'],
      ['oilcanvas', 'hopper-water'],
      ['GRACE', 'hopper-water'],
    ] as const)
      assert.deepEqual(find(query)[0], key, query);
  });

  test('finds nothing by signs alone, and by words that no node has', () => {
    for (const query of ['&', '_ !', 'zzzyyyxxx', 'qqqq wwww']) assert.deepEqual(find(query), [], query);
  });

  test('says what a word was taken for, and which words are left out where no node has all', () => {
    assert.equal(ask({ anywhere: ' impact pakc' }).didYouMean, 'impact pack');
    assert.equal(ask({ anywhere: 'impact pack' }).didYouMean, undefined);
    const { hits, leftOut } = ask({ anywhere: 'face unicorn' });
    assert.deepEqual([hits.map(({ key }) => key), leftOut], [['comfyui-impact-pack'], ['unicorn']]);
    assert.equal(ask({ anywhere: 'face detailer' }).leftOut, undefined);
    assert.deepEqual(ask({ anywhere: '材质图大' }).leftOut, ['图大']);
    assert.deepEqual(find('face-unicorn'), [], 'one word that no node has');
    assert.deepEqual(ask({ anywhere: 'face', appNodes: 'unicorn' }).hits, []);
  });

  test('has exactly this id first, then this name, then by popularity, then the older', () => {
    const blurs = indexOf(
      node('blur-extra'),
      node('blur-most', { downloads: 90_000 }),
      node('blur-ranked', { ranking: 0 }),
      node('other-blur'),
      node('named', { name: 'BLUR' }),
      node('blur'),
    );
    assert.deepEqual(find(' Blur', blurs), [
      'blur',
      'named',
      'blur-most',
      'blur-ranked',
      'blur-extra',
      'other-blur',
    ]);
    blurs.setDownloads('blur-extra', 10_000_000);
    assert.deepEqual(find('blur', blurs)[2], 'blur-extra');
    const { numbers } = ask({ anywhere: 'blur', withNumbers: true }, blurs).hits[0] ?? {};
    assert.deepEqual([numbers?.exact_id, numbers?.exact_name, numbers?.search_ranking], [1, 1, 0]);
  });

  test('has for the word of a topic what others use before what is called little else', () => {
    const many = Array.from({ length: 30 }, (_, number) => node(`video-filter-${number}`));
    const used = node('wan-wrapper-for-video', { stars: 5_000 });
    const unrelated = node('huge', { stars: 50_000, description: 'Also reads video' });
    const videos = indexOf(node('video-crop'), ...many, used, unrelated, node('clip', { name: 'Video' }));
    assert.deepEqual(find('video', videos).slice(0, 2), ['clip', 'wan-wrapper-for-video']);
    assert.deepEqual(find('video crop', videos)[0], 'video-crop');
    const loader = node('loader', { stars: 300, appNodes: [appNode('Video')] });
    assert.ok(
      find('video', indexOf(...many, used, loader)).indexOf('loader') <= 1,
      'an app-node of this name',
    );
  });

  test('has a node with its last texts alone, and pages through many', () => {
    const many = indexOf(...Array.from({ length: 450 }, (_, number) => node(`thing-${number}`)));
    for (let times = 0; times < 1_100; times += 1) many.put(node('thing-7', { name: `round ${times}` }));
    many.remove('thing-8');
    assert.deepEqual([find('round 1099', many)[0], many.size.nodes], ['thing-7', 449]);
    assert.deepEqual(find('round 3', many), find('round', many), 'the word 3 is of thing-3 and others');
    const pages = [0, 200, 400].flatMap((offset) =>
      ask({ anywhere: 'thing', offset, limit: 200 }, many).hits.map(({ key }) => key),
    );
    assert.deepEqual([pages.length, new Set(pages).size], [449, 449]);
  });

  test('ranks after any history as an index that was built anew', () => {
    const [changed, anew] = [new NodeIndex(), new NodeIndex()];
    const texts = ['upscale image', 'upscale model', 'image tools', 'upscale'];
    for (let round = 0; round < 30; round += 1)
      for (let number = 0; number < 40; number += 1) {
        const id = `node-${number}`;
        const last = node(id, {
          name: `${texts[(number + round) % texts.length]} ${number}`,
          ordinal: number,
        });
        changed.put(last);
        if (number % 7 === round % 7 && number % 2 === 0) changed.remove(last.key);
        else if (round === 29) anew.put(last);
      }
    for (const anywhere of ['upscale', 'upscale image', 'imag', 'upscael', 'tools 3']) {
      const asked = { ...request, anywhere, withNumbers: true, limit: 100 };
      assert.deepEqual(changed.search(asked, Infinity), anew.search(asked, Infinity), anywhere);
    }
    assert.deepEqual(changed.size, anew.size);
  });

  test('filters, also by the sockets of one app-node', () => {
    const filtered = (filter: SearchRequest['filter']) => ask({ filter }).hits.map(({ key }) => key);
    assert.deepEqual(filtered({ takes: ['IMAGE'], gives: ['LATENT'] }), ['encoder']);
    assert.deepEqual(filtered({ takes: ['IMAGE', 'mask'] }), ['comfyui-impact-pack']);
    assert.deepEqual(filtered({ tag: 'upscale' }), ['samplers']);
    assert.deepEqual(filtered({ license: 'mit' }).toSorted(), ['encoder', 'samplers']);
    assert.deepEqual(filtered({ systems: ['\nlinux\n'], keys: ['hopper-water', 'cup'] }), ['cup']);
    assert.deepEqual(filtered({ publisherId: 'eve' }), []);
    assert.deepEqual(ask({ appNodes: 'sampling' }).hits, [], 'the name of a node is not that of an app-node');
  });

  test('counts by facets, and says why each node was found', () => {
    const { facets, total } = ask({ filter: { license: 'MIT' }, facetValues: 5 });
    assert.deepEqual(
      [total, facets?.license, facets?.tags],
      [2, [{ value: 'MIT', count: 2 }], [{ value: 'upscale', count: 1 }]],
    );
    const reasonsOf = (asked: Partial<SearchRequest>) =>
      ask({ withReasons: true, ...asked }).hits[0]?.reasons;
    assert.deepEqual(reasonsOf({ anywhere: 'ksampler adv' }), [
      { field: 'app_node', text: 'KSamplerAdvanced', words: ['KSampler', 'Adv'] },
    ]);
    assert.deepEqual(reasonsOf({ anywhere: 'rgtree' }), [
      { field: 'id', text: 'rgthree', words: ['rgthree'] },
      { field: 'name', text: "rgthree's ComfyUI Nodes", words: ['rgthree'] },
    ]);
    for (const query of ['comfyuiimpactpack', 'comfyui-impact-pak', 'comfy ui impact pack']) {
      const [first] = reasonsOf({ anywhere: query }) ?? [];
      assert.deepEqual(first?.words, ['comfyui-impact-pack'], query);
    }
    assert.deepEqual(reasonsOf({ anywhere: 'impactpac' })?.[0]?.words, ['impact-pac']);
    assert.deepEqual(reasonsOf({ filter: { takes: ['IMAGE'], gives: ['LATENT'] } }), [
      { field: 'socket', text: 'Encode', words: [] },
    ]);
  });

  test('suggests nodes and app-nodes by what was typed so far', () => {
    const suggest = (text: string) => index.suggest(text, 8, Infinity);
    assert.deepEqual(suggest('imp'), [
      { kind: 'node', text: 'ComfyUI Impact Pack', nodeId: 'comfyui-impact-pack' },
    ]);
    assert.deepEqual(suggest('ksam'), [{ kind: 'app-node', text: 'KSamplerAdvanced', nodeId: 'samplers' }]);
    assert.deepEqual([suggest(''), suggest('!'), suggest('unicorn')], [[], [], []]);
  });

  test('ends a search at its deadline', () => {
    assert.throws(() => index.search({ ...request, anywhere: 'blur' }, -1), OverdueError);
  });
});
