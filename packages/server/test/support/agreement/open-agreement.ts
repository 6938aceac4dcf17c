import assert from 'node:assert/strict';
import { makePublisher, publication as bareOf, publishActive, publishPending, uniqueId } from '../build.ts';
import type { Client, Reply } from '../client.ts';
import { sendForm } from '../send-form.ts';
import { type TestServer, startServer } from '../start-server.ts';
import { makePackages } from './packages.ts';
import type { Publication } from './publications.ts';

type Publisher = Awaited<ReturnType<typeof makePublisher>>;

/** A registry in which a dry run and its publish can be compared. */
export interface Agreement {
  packages: readonly string[];
  /** Asks for a dry run, then publishes, and fails unless the one said what became of the other. */
  compare(publication: Publication): Promise<'published' | 'refused'>;
}

const manyBytes = 2 ** 40;

const must = async (asked: Promise<Reply>): Promise<Reply> => {
  const reply = await asked;
  assert.ok(reply.status < 300, reply.text);
  return reply;
};

/** With publishers, nodes and versions in every state, on a server where a first version waits for a moderator. */
export const openAgreement = async (test: Parameters<typeof startServer>[0]): Promise<Agreement> => {
  const server = await startServer(test, { FIRST_VERSION: 'review' });
  const moderator = await server.moderator();
  const makePackage = await makePackages();
  const [old, fresh, tight, banned, other] = [
    await makePublisher(server, 'old'),
    await makePublisher(server, 'new'),
    await makePublisher(server, 'tight'),
    await makePublisher(server, 'banned'),
    await makePublisher(server, 'other'),
  ];
  for (const { id, owner } of [old, fresh, other]) {
    await must(
      moderator.put(`/admin/publishers/${id}/quotas`, {
        nodes: 1_000_000,
        package_bytes: manyBytes,
        reason: 'Asked for.',
      }),
    );
    const user = (await owner.get('/users')).json.id;
    await must(
      moderator.put(`/admin/users/${user}/quotas`, { change_bytes: manyBytes, reason: 'Asked for.' }),
    );
  }
  const approve = (nodeId: string) =>
    must(
      moderator.put(`/admin/nodes/${nodeId}/versions/1.0.0`, {
        status: 'NodeVersionStatusActive',
        status_reason: 'Looked at.',
      }),
    );
  const prepare = async (publisher: Publisher, nodeId: string): Promise<void> => {
    await publishActive(server, publisher, nodeId, '1.0.0');
    await approve(nodeId);
    await publishActive(server, publisher, nodeId, '1.1.0');
    await must(publisher.owner.delete(`/publishers/${publisher.id}/nodes/${nodeId}/versions/1.1.0`));
    await publishPending(publisher, nodeId, '1.2.0');
  };
  await prepare(old, 'published-old');
  await prepare(tight, 'published-tight');
  await prepare(banned, 'published-banned');
  for (const nodeId of ['elsewhere', 'looks-like']) await publishPending(other, nodeId, '1.0.0');
  for (const nodeId of ['deleted', 'forbidden']) await publishPending(old, nodeId, '1.0.0');
  await must(old.owner.delete('/publishers/old/nodes/deleted'));
  await must(moderator.post('/publishers/old/nodes/forbidden/ban', { reason: 'Checked.' }));
  await must(moderator.post('/admin/nodes', { id: 'unclaimed' }));
  await must(moderator.post('/publishers/banned/ban', { reason: 'Checked.' }));
  await must(
    moderator.put('/admin/publishers/tight/quotas', {
      nodes: 1,
      package_bytes: 1_000,
      definition_bytes: 100,
      reason: 'Checked.',
    }),
  );
  const revoked = await must(old.owner.post('/publishers/old/tokens', { name: 'revoked' }));
  await must(old.owner.delete(`/publishers/old/tokens/${revoked.json.id}`));

  const publisherOf = { old, new: fresh, tight, banned };
  const nodeOf: Readonly<Record<Publication['node'], (publisher: Publisher) => string>> = {
    fresh: () => uniqueId('fresh'),
    published: ({ id }) => `published-${id}`,
    similar: () => 'l00ks_like',
    elsewhere: () => 'Elsewhere',
    deleted: () => 'deleted',
    banned: () => 'forbidden',
    unclaimed: () => 'unclaimed',
    reserved: () => 'search',
    malformed: () => '-a',
  };
  const versionOf: Readonly<Record<Publication['version'], () => string>> = {
    fresh: () => `2.0.${uniqueId('').slice(1)}`,
    active: () => '1.0.0',
    deleted: () => '1.1.0',
    pending: () => '1.2.0',
    malformed: () => 'latest',
    loose: () => '1.0',
    metadata: () => '1.0.0+build',
  };
  const callerOf = (publisher: Publisher): Readonly<Record<Publication['caller'], Client>> => ({
    owner: publisher.owner,
    stranger: other.owner,
    moderator,
  });
  const tokenOf = (publisher: Publisher): Readonly<Record<Publication['token'], string>> => ({
    own: publisher.token,
    'of another': other.token,
    revoked: revoked.json.token,
    unknown: 'pbp_unknown',
  });

  const compare: Agreement['compare'] = async (asked) => {
    const publisher = publisherOf[asked.publisher];
    const nodeId = nodeOf[asked.node](publisher);
    const version = versionOf[asked.version]();
    const caller = callerOf(publisher)[asked.caller];
    const path = `/publishers/${publisher.id}/nodes/${nodeId}/versions` as const;
    const ids = { none: {}, same: { id: nodeId.toUpperCase() }, other: { id: 'other' } };
    const body = {
      ...bareOf(tokenOf(publisher)[asked.token], version),
      node: { ...asked.nodeMetadata, ...ids[asked.bodyId] },
      node_version: { version, ...asked.versionMetadata },
    };
    const bytes =
      asked.package === undefined ? undefined : await makePackage[asked.package]?.(nodeId, version);
    // Messages to people are sent after what they tell of.
    await server.settle();
    const before = await countRows(server);
    const dry =
      bytes === undefined
        ? await caller.post(`${path}?dry_run=true`, body)
        : await sendForm(caller, `${path}?dry_run=true`, [
            ['publish', body],
            ['package', bytes],
          ]);
    assert.deepEqual(await countRows(server), before, 'a dry run changes nothing');
    const real = await caller.post(path, body);
    if (dry.status !== 200) {
      assert.deepEqual(errorOf(dry.json), errorOf(real.json));
      assert.equal(dry.status, real.status);
      return 'refused';
    }
    const { wouldPublish, faults, package: said, node_changes: changes } = dry.json;
    assert.deepEqual(faults.map(errorOf)[0], real.status === 201 ? undefined : errorOf(real.json));
    if (real.status !== 201) {
      assert.equal(wouldPublish, false);
      return 'refused';
    }
    const node = new Map<string, unknown>(Object.entries((await moderator.get(`/nodes/${nodeId}`)).json));
    for (const [key, value] of Object.entries(changes?.after ?? {}))
      assert.deepEqual(node.get(key), value, key);
    if (bytes === undefined) {
      assert.deepEqual([wouldPublish, faults, said], [true, [], undefined]);
    } else {
      const upload = await server.anonymous.upload(real.json.signedUrl, bytes);
      assert.deepEqual(said.faults.map(errorOf)[0], upload.status === 200 ? undefined : errorOf(upload.json));
      assert.equal(wouldPublish, upload.status === 200);
      if (upload.status === 200) {
        await server.settle();
        assert.deepEqual([said.package_bytes, said.package_sha256], [upload.json.bytes, upload.json.sha256]);
        const at = `/nodes/${nodeId}/versions/${real.json.node_version.version}` as const;
        assert.deepEqual(said.findings, (await moderator.get(`${at}/findings`)).json);
        const { total } = (await server.anonymous.get(`${at}/app-nodes`)).json;
        assert.equal(said.app_nodes, total);
        return 'published';
      }
    }
    // Otherwise versions without packages use the quota up; the one that is there again and again stays.
    if (asked.version !== 'pending' && publisher !== banned) {
      await must(publisher.owner.delete(`${path}/${real.json.node_version.version}`));
    }
    return 'published';
  };
  return { packages: Object.keys(makePackage), compare };
};

const errorOf = ({ error, message, details }: Reply['json']) => ({ error, message, details });

const countRows = async ({ server }: TestServer) => {
  const { read } = server.context.store;
  const count = (table: 'changes' | 'versions' | 'nodes' | 'jobs') =>
    read
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
  return {
    changes: await count('changes'),
    versions: await count('versions'),
    nodes: await count('nodes'),
    jobs: await count('jobs'),
    used: await read.selectFrom('quotas').selectAll().orderBy('subject_id').orderBy('name').execute(),
  };
};
