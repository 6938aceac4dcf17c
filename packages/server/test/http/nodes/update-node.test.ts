import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { addMember, makePublisher, uniqueId } from '../../support/build.ts';
import { meetAtWrite } from '../../support/meet-at-write.ts';
import { startServer } from '../../support/start-server.ts';
import { writeNode } from '../../../src/lifecycle/write-rows.ts';
import { findNode } from '../../../src/store/rows/nodes.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('update-node', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const member = await server.user('member');
  await addMember(ada, member);
  let id: string;
  let path: string;
  const read = async () => (await ada.owner.get(`/nodes/${id}?include_translations=true`)).json;

  beforeEach(async () => {
    const named = uniqueId('My-Node');
    id = named.toLowerCase();
    path = `/publishers/ada/nodes/${named}`;
    assert.equal((await ada.owner.post('/publishers/ada/nodes', { id: named, name: 'Named' })).status, 201);
  });

  test('200: keys present change, all others stay, and the node comes back', async () => {
    const everything = {
      name: 'My node',
      author: 'Ada',
      description: 'Does it.',
      banner_url: 'https://example.org/banner.png',
      icon: 'https://example.org/icon.png',
      category: 'image',
      license: 'LICENSE',
      repository: 'https://example.org/repository',
      supported_accelerators: ['CUDA'],
      supported_app_frontend_version: '>=1',
      supported_app_version: '>=2',
      supported_os: ['Linux'],
      tags: ['a', 'b'],
      translations: { de: { name: 'Mein Knoten' } },
    };
    const before = await read();
    assert.equal((await member.put(path, everything)).status, 200);
    const reply = await member.put(path.replace('My-Node', 'MY-NODE'), { tags: [], author: '' });
    const { updated_at } = reply.json;
    assert.ok(updated_at > before.updated_at);
    assert.deepEqual(reply.json, { ...before, ...everything, tags: [], author: '', updated_at });
    assert.deepEqual(reply.json, await read());
  });

  test('200: a member sends a whole object back, with fields of the server and of moderators', async () => {
    await moderator.put(path, {
      status_detail: 'Fine.',
      tags_admin: ['watched'],
      search_ranking: 3,
      preempted_app_node_names: ['Load'],
      github_stars: 7,
    });
    const whole = await read();
    const reply = await member.put(path, { ...whole, name: 'Renamed', unknown: { key: 1 } });
    assert.equal(reply.status, 200, reply.text);
    const { updated_at } = reply.json;
    assert.deepEqual(reply.json, { ...whole, name: 'Renamed', updated_at });
  });

  test('200: keys of the server are accepted and ignored', async () => {
    const before = await read();
    const reply = await moderator.put(path, {
      id: id.replace('my', 'MY'),
      created_at: '2000-01-01T00:00:00.000Z',
      updated_at: '2000-01-01T00:00:00.000Z',
      former_ids: ['not-mine'],
      downloads: 10_000,
      latest_version: { version: '9.9.9' },
      publisher: { id: 'mallory' },
      rating: 5,
    });
    assert.deepEqual(reply.json, before);
  });

  test('200: updates of different keys at once both survive', async () => {
    const keys = ['name', 'author', 'description', 'category', 'supported_app_version'] as const;
    meetAtWrite(server.server.context, keys.length);
    await Promise.all(keys.map((key) => ada.owner.put(path, { [key]: `at once: ${key}` })));
    const node = await read();
    for (const key of keys) assert.equal(node[key], `at once: ${key}`);
  });

  test('200: null clears, at any depth, and an empty text stays one', async () => {
    await ada.owner.put(path, {
      description: 'Gone soon.',
      tags: ['gone'],
      translations: { de: { name: 'Knoten', description: 'Bald weg.' }, fr: { name: 'Nœud' } },
    });
    const translations = { de: { description: null }, fr: null };
    const reply = await ada.owner.put(path, { description: null, tags: null, author: '', translations });
    assert.equal(reply.status, 200, reply.text);
    // A profile may fill in what is absent.
    assert.deepEqual([reply.json.description || undefined, reply.json.tags], [undefined, undefined]);
    assert.equal(reply.json.author, '');
    assert.deepEqual(reply.json.translations, { de: { name: 'Knoten' } });
    assertRefused(await ada.owner.put(path, { status: null }), 'invalid_request');
    const { json } = await ada.owner.put(path, { translations: { ['__proto__']: { name: 'Held' } } });
    assert.notEqual(json.name, 'Held');
  });

  test('200: a moderator’s key that is unset may come back as a zero', async () => {
    const unset = { search_ranking: 0, github_stars: 0, status_detail: '', tags_admin: [] };
    await ada.owner.post('/publishers/ada/nodes', { id: 'Unset' });
    const before = (await ada.owner.get('/nodes/unset')).json;
    const reply = await member.put('/publishers/ada/nodes/unset', unset);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(
      'search_ranking' in (await server.anonymous.get('/nodes/unset')).json,
      'search_ranking' in before,
    );
    assertRefused(await member.put('/publishers/ada/nodes/unset', { github_stars: 1 }), 'forbidden_field');
    await moderator.put('/publishers/ada/nodes/unset', { github_stars: 5 });
    assertRefused(await member.put('/publishers/ada/nodes/unset', { github_stars: 0 }), 'forbidden_field');
  });

  test('200: lifting a ban restores what was before', async () => {
    const address = '/publishers/ada/nodes/restored';
    const move = (status: string) => moderator.put(address, { status });
    await ada.owner.post('/publishers/ada/nodes', { id: 'Restored' });
    await move('NodeStatusBanned');
    assert.equal((await move('NodeStatusActive')).json.status, 'NodeStatusActive');
    await ada.owner.delete(address);
    await move('NodeStatusBanned');
    await moderator.put(address, { status_detail: 'Looked at again.' });
    assert.equal((await move('NodeStatusActive')).json.status, 'NodeStatusDeleted');
    assertRefused(await server.anonymous.get('/nodes/restored'), 'node_not_found');
  });

  test('200 and 403: deleting by the status requires the same right as DELETE', async () => {
    const address = '/publishers/ada/nodes/guarded';
    const deletion = { status: 'NodeStatusDeleted' };
    await ada.owner.post('/publishers/ada/nodes', { id: 'Guarded', name: 'Guarded', description: 'Kept.' });
    const as = async (actions: string[]) => {
      const { json } = await ada.owner.post('/publishers/ada/tokens', { name: 'robot', actions });
      return { authorization: `Bearer ${json.token}` };
    };
    assertRefused(await member.put(address, deletion), 'forbidden');
    assertRefused(await server.anonymous.put(address, deletion, await as(['edit'])), 'forbidden');
    const onlyDeletes = await as(['delete']);
    const renamed = { ...deletion, name: 'Renamed' };
    assertRefused(await server.anonymous.put(address, renamed, onlyDeletes), 'forbidden');
    const whole = { ...(await server.anonymous.get('/nodes/guarded')).json, ...deletion };
    assert.equal((await server.anonymous.put(address, whole, onlyDeletes)).status, 200);
    assert.equal((await member.put(address, { status: 'NodeStatusActive' })).status, 200);
    const headers = await as(['edit', 'delete']);
    assert.equal((await server.anonymous.put(address, renamed, headers)).status, 200);
    // Where it is deleted already, the status is only what was shown.
    assert.equal((await server.anonymous.put(address, renamed, await as(['edit']))).status, 200);
    assert.equal((await member.put(address, { status: 'NodeStatusActive' })).status, 200);
    assert.equal((await ada.owner.put(address, deletion)).json.status, 'NodeStatusDeleted');
  });

  test('200: an owner deletes, a member restores, a moderator bans and lifts', async () => {
    const move = (caller: typeof member, status: string) => caller.put(path, { status });
    assert.equal((await move(ada.owner, 'NodeStatusDeleted')).json.status, 'NodeStatusDeleted');
    assertRefused(await server.anonymous.get(`/nodes/${id}`), 'node_not_found');
    assert.equal((await move(member, 'NodeStatusActive')).json.status, 'NodeStatusActive');
    assert.equal((await move(moderator, 'NodeStatusBanned')).json.status, 'NodeStatusBanned');
    assertRefused(await move(moderator, 'NodeStatusDeleted'), 'illegal_transition');
    assert.equal((await move(moderator, 'NodeStatusActive')).json.status, 'NodeStatusActive');
    await move(ada.owner, 'NodeStatusDeleted');
    assert.equal((await move(moderator, 'NodeStatusBanned')).status, 200, 'a deleted node can be banned');
    await move(moderator, 'NodeStatusActive');
    await move(member, 'NodeStatusActive');
  });

  test('200: a node whose name is a word of another path', async () => {
    await ada.owner.post('/publishers/ada/nodes', { id: 'v2' });
    assert.equal((await ada.owner.put('/publishers/ada/nodes/v2', { name: 'Two' })).json.name, 'Two');
    assert.equal((await ada.owner.delete('/publishers/ada/nodes/v2')).status, 204);
    assertRefused(await ada.owner.post('/publishers/ada/nodes/v2', {}), 'method_not_allowed');
  });

  test('200: what changed is in the log, what did not is not', async () => {
    await moderator.put(path, { github_stars: 7 });
    const reply = await moderator.put(path, { name: 'Logged', github_stars: 7 });
    const again = await moderator.put(path, { name: 'Logged' });
    const { changes } = (await moderator.get(`/admin/changes?limit=1000&subject=node:${id}`)).json;
    const of = (request: typeof reply) =>
      changes.filter(({ request_id }) => request_id === request.headers.get('x-request-id'));
    assert.equal(of(reply).length, 1);
    assert.deepEqual(of(reply)[0].after, { name: 'Logged' });
    assert.deepEqual(of(again), []);
  });

  test('400: an id other than that of the path, wrong types and texts over their bounds', async () => {
    for (const other of ['other', '']) {
      const mismatch = await member.put(path, { id: other, name: 'Never' });
      assertRefused(mismatch, 'id_mismatch');
      assert.equal(mismatch.json.details[0].path, '/id');
    }
    const reply = await member.put(path, {
      name: 'n'.repeat(201),
      description: 'd'.repeat(10_001),
      icon: `https://example.org/${'i'.repeat(2048)}`,
      tags: Array.from({ length: 101 }, () => 'tag'),
      author: 1,
      license: 5,
      status: 'NodeStatusUnheardOf',
    });
    assertRefused(reply, 'invalid_request');
    assert.deepEqual(
      new Set(reply.json.details.map((detail: { path: string }) => detail.path)),
      new Set(['/name', '/description', '/icon', '/tags', '/author', '/license', '/status']),
    );
    assert.equal((await read()).name, 'Named');
  });

  test('200 and 400: addresses are http(s), a license may be a path, and empty is unset', async () => {
    for (const body of [
      {
        repository: 'http://example.org/a b'.replace(' ', '%20'),
        icon: '',
        banner_url: 'https://例え.jp/絵.png',
      },
      { license: 'docs/LICENSE.md' },
      { license: '{"file": "LICENSE"}' },
      { license: 'https://example.org/LICENSE' },
      { license: 'a/b:c' },
      { license: '' },
    ]) {
      const reply = await member.put(path, body);
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual(reply.json, { ...reply.json, ...body });
    }
    for (const [key, value] of [
      ['repository', 'javascript:alert(1)'],
      ['repository', 'ssh://git@example.org/x'],
      ['icon', '//example.org/icon.png'],
      ['banner_url', 'file:///etc/passwd'],
      ['license', 'JavaScript:alert(1)'],
      ['license', '\u0000javascript:alert(1)'],
      ['license', '\u001f vbscript:x'],
      ['license', 'java\tscript:alert(1)'],
      ['license', 'ftp://example.org/LICENSE'],
    ] as const) {
      const reply = await member.put(path, { [key]: value });
      assertRefused(reply, 'invalid_request', `${key}: ${value}`);
      assert.equal(reply.json.details[0].path, `/${key}`);
    }
  });

  test('200 and 400: names and tags are of characters that can be seen', async () => {
    const seen = {
      name: 'Blur ✨ 👩🏽\u200d🔬',
      author: 'क्\u200dष',
      tags: ['രണ്\u200d', 'র\u200d্য'],
      category: '画像',
    };
    const reply = await member.put(path, seen);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.json, { ...reply.json, ...seen });
    for (const [body, fault] of [
      [{ name: 'pay\u200bpal' }, '/name'],
      [{ author: '\u2066ada\u2069' }, '/author'],
      [{ category: 'line\u2028end' }, '/category'],
      [{ tags: ['fine', 'soft\u00adhyphen'] }, '/tags/1'],
    ] as const) {
      const refused = await member.put(path, body);
      assertRefused(refused, 'invalid_request', JSON.stringify(body));
      assert.deepEqual(refused.json.details, [
        { path: fault, message: 'must be one line without control, bidirectional or zero-width characters' },
      ]);
    }
    const rest = { name: 'Logged', description: 'Two\nlines\u200b.' };
    assert.equal((await member.put(path, rest)).status, 200);
  });

  test('200 and 400: translations are of languages, and of the texts of a node by their own rules', async () => {
    const translations = {
      de: { name: 'Weichzeichner', description: 'Macht weich.\nUnd weicher.' },
      'zh-Hans-CN': {
        author: '',
        category: '图像',
        icon: 'https://example.org/zh.png',
        license: 'LICENSE.zh',
      },
      'sr-Latn-x-own': {},
    };
    const reply = await member.put(path, { translations });
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual((await read()).translations, translations);
    const tag = 'must be a BCP 47 language tag, such as de or pt-BR';
    for (const [wrong, fault, message] of [
      [{ '': { name: 'x' } }, '/', tag],
      [{ en_US: { name: 'x' } }, '/en_US', tag],
      [{ 'not a language': {} }, '/not a language', tag],
      [{ 'de\n': {} }, '/de\n', tag],
      [{ [`de-x-${'abcdefg-'.repeat(5)}a`]: {} }, `/de-x-${'abcdefg-'.repeat(5)}a`, /35 characters/],
      [{ de: { nonsense: 'x' } }, '/de/nonsense', /^must be one of name, author, description,/],
      [{ de: { tags: 'x' } }, '/de/tags', /^must be one of/],
      [{ de: { status_detail: 'x' } }, '/de/status_detail', /^must be one of/],
      [{ de: { name: 'n'.repeat(201) } }, '/de/name', /200 characters/],
      [{ de: { icon: 'javascript:alert(1)' } }, '/de/icon', /^must be a URL/],
      [{ de: { name: 'a\u200bb' } }, '/de/name', /^must be one line/],
    ] as const) {
      const refused = await member.put(path, { translations: wrong });
      assertRefused(refused, 'invalid_request', JSON.stringify(wrong));
      assert.equal(refused.json.details.length, 1, refused.text);
      assert.equal(refused.json.details[0].path, `/translations${fault}`);
      if (typeof message === 'string') assert.equal(refused.json.details[0].message, message);
      else assert.match(refused.json.details[0].message, message);
    }
    assert.deepEqual((await read()).translations, translations);
  });

  test('200: a node of an earlier release is shown as it is, and its other keys can be updated', async () => {
    const { store } = server.server.context;
    const translations = { en_US: { name: 'Old', tag_line: 'kept' } };
    const old = { name: 'old\u200b', repository: 'git@example.org:old', tags: ['\u202e'], translations };
    await ada.owner.post('/publishers/ada/nodes', { id: 'Old' });
    await store.write({ actor: 'server' }, async (tx) => {
      const node = await findNode(tx.db, 'old');
      assert.ok(node);
      await writeNode(tx, { ...node, metadata: old });
    });
    const address = '/nodes/old?include_translations=true';
    const shown = (await server.anonymous.get(address)).json;
    assert.deepEqual(shown, { ...shown, ...old });
    const reply = await member.put('/publishers/ada/nodes/old', { description: 'New.' });
    assert.equal(reply.status, 200, reply.text);
    const { updated_at, ...now } = (await server.anonymous.get(address)).json;
    assert.ok(updated_at > shown.updated_at);
    assert.deepEqual({ ...now, updated_at: shown.updated_at }, { ...shown, description: 'New.' });
  });

  test('401: without a Bearer', async () => {
    assertRefused(await server.anonymous.put(path, {}), 'unauthenticated');
  });

  test('403: somebody of another publisher', async () => {
    const bob = await makePublisher(server, uniqueId('bob'));
    assertRefused(await bob.owner.put(path, { name: 'Never' }), 'forbidden');
  });

  test('403: a member who changes what belongs to a moderator changes nothing', async () => {
    await moderator.put(path, { tags_admin: ['watched'], search_ranking: 3, github_stars: 7 });
    const reply = await member.put(path, {
      name: 'Never',
      tags_admin: [],
      github_stars: 7,
      search_ranking: 4,
    });
    assertRefused(reply, 'forbidden_field');
    assert.deepEqual(reply.json.details.map((detail: { path: string }) => detail.path).sort(), [
      '/search_ranking',
      '/tags_admin',
    ]);
    const node = await read();
    assert.deepEqual([node.name, node.search_ranking], ['Named', 3]);
  });

  test('403: only a moderator writes to a banned node or for a banned publisher', async () => {
    await moderator.put(path, { status: 'NodeStatusBanned' });
    assertRefused(await member.put(path, { name: 'Never' }), 'node_banned');
    assert.equal((await moderator.put(path, { status: 'NodeStatusActive' })).status, 200);
    const move = (status: string) => moderator.put('/admin/publishers/ada', { status, reason: 'Checked.' });
    await move('PublisherStatusBanned');
    assertRefused(await member.put(path, { name: 'Never' }), 'publisher_banned');
    await move('PublisherStatusActive');
    assert.equal((await read()).name, 'Named');
  });

  test('404: no such publisher, no such node, a node of another publisher', async () => {
    const bob = await makePublisher(server, uniqueId('bob'));
    assertRefused(await ada.owner.put(`/publishers/nobody/nodes/${id}`, {}), 'publisher_not_found');
    assertRefused(await ada.owner.put('/publishers/ada/nodes/none', {}), 'node_not_found');
    assertRefused(await moderator.put(`/publishers/${bob.id}/nodes/${id}`, {}), 'node_not_found');
  });

  test('403: a ban by a member, whose field it is not to set', async () => {
    const reply = await member.put(path, { status: 'NodeStatusBanned' });
    assertRefused(reply, 'forbidden_field');
    assert.equal(reply.json.details[0].path, '/status');
    assert.equal((await read()).status, 'NodeStatusActive');
  });
});
