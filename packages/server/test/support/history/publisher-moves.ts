import { createHash } from 'node:crypto';
import {
  type PublishVersionReply,
  type UpdateNodeArgs,
  createToken,
  deleteNode as deleteOne,
  deleteVersion as deleteOneVersion,
  publishVersion,
  revokeToken,
  updateNode as update,
  updateVersion,
  uploadPackage,
} from '@patchbay/client';
import { zip } from '../build.ts';
import { type Caller, type Move, atOneProcess, turnTo } from './caller.ts';
import { packageStore } from './history.ts';
import { seenIn, seenNode, seenToken, seenVersion } from './observe.ts';
import { readNode, readVersion } from './reads.ts';
import type { KnownVersion, Publisher, Token } from './fixture.ts';
import { numberSubject } from './timeline.ts';

/** One who edits the nodes of a publisher, perhaps beside another. */
export interface Editor extends Caller {
  publisher: Publisher;
  session: string;
}

/** Few, so that editors meet at the same ones. */
const numbersPerNode = 30;

const nodeOf = ({ chance, publisher }: Editor): string => chance.pickAny(publisher.nodeIds) ?? '';
const namesOf = ({ publisher }: Editor, { nodeId, id }: KnownVersion) => ({
  publisherId: publisher.id,
  nodeId,
  versionId: id,
});
const tokenOf = ({ chance, publisher }: Editor): Token | undefined => chance.pickAny(publisher.tokens);

const publish = async (who: Editor): Promise<void> => {
  const { publisher, recorder, session } = who;
  const nodeId = nodeOf(who);
  const number = `1.0.${who.chance.below(numbersPerNode)}`;
  const token = tokenOf(who);
  if (token === undefined) return;
  const description = recorder.uniqueText();
  const changelog = recorder.uniqueText();
  const attempt = { nodeId, number, token, beganAt: performance.now(), endedAt: Infinity };
  publisher.attempts.push(attempt);
  const answer = await recorder.record({
    ...turnTo(who, session),
    kind: 'publishVersion',
    writes: [
      { subject: `node:${nodeId}`, values: { description } },
      { subject: numberSubject(nodeId, number), values: { changelog } },
    ],
    refusals: ['version_exists', 'illegal_transition', 'invalid_personal_access_token'],
    send: (client) =>
      publishVersion(client, {
        publisherId: publisher.id,
        nodeId,
        body: {
          personal_access_token: token.secret,
          node: { description },
          node_version: { version: number, changelog },
        },
      }),
    observe: (answer) => [
      seenToken(token.id, answer.status !== 401),
      ...seenIn(({ node_version }: PublishVersionReply) => seenVersion(node_version), nodeId)(answer),
    ],
  });
  if (answer !== undefined) attempt.endedAt = performance.now();
  if (answer?.body === undefined) return;
  const { node_version: published, signedUrl } = answer.body;
  const version = {
    attempt,
    nodeId,
    number,
    id: published.id,
    signedUrl,
    isUploaded: false,
  };
  publisher.versions.push(version);
  if (who.chance.below(4) > 0) await upload(who, version);
};

const upload = async (who: Editor, version: KnownVersion): Promise<void> => {
  const { id, signedUrl } = version;
  const { recorder, fixture, name } = who;
  const bytes = await zip({ '__init__.py': sourceOf(recorder.uniqueText()) });
  const values = { sha256: createHash('sha256').update(bytes).digest('hex') };
  const subject = `version:${id}`;
  // What a store of its own takes is not yet known to any server, which will look for itself.
  const process = fixture.urls.find((url) => signedUrl.startsWith(url));
  const answer = await recorder.record({
    process: process ?? packageStore,
    caller: name,
    kind: 'uploadPackage',
    writes: process === undefined ? [] : [{ subject, values }],
    refusals: ['package_exists', 'version_not_found', 'node_not_found', 'forbidden'],
    send: (client) => uploadPackage(client, signedUrl, new Blob([bytes])),
    observe: ({ status }) => (status === 200 && process !== undefined ? [{ subject, values }] : []),
  });
  version.isUploaded ||= answer?.status === 200;
};

/** With one app-node of this name. */
const sourceOf = (name: string): string =>
  `class Node:\n    pass\n\n\nNODE_CLASS_MAPPINGS = {"${name}": Node}\n`;

const updateNode = async (
  who: Editor,
  nodeId: string,
  fields: UpdateNodeArgs['body'],
  token?: Token,
): Promise<void> => {
  const { status: _moved, ...values } = fields;
  await who.recorder.record({
    ...turnTo(who, token?.secret ?? who.session),
    kind: 'updateNode',
    writes: [{ subject: `node:${nodeId}`, values }],
    refusals: ['node_not_found', ...(token === undefined ? [] : (['unauthenticated'] as const))],
    send: (client) => update(client, { publisherId: who.publisher.id, nodeId, body: fields }),
    observe: (answer) => [
      ...seenIn(seenNode, nodeId)(answer),
      ...(token === undefined ? [] : [seenToken(token.id, answer.status !== 401)]),
    ],
  });
};

/** Looks, edits and looks again. Two editors who each send one field must not undo each other's. */
const editNode = async (anywhere: Editor): Promise<void> => {
  const who = atOneProcess(anywhere);
  const nodeId = nodeOf(who);
  const keys = who.chance.pick<readonly string[]>([['description'], ['author'], ['description', 'author']]);
  const fields = Object.fromEntries(keys.map((key) => [key, who.recorder.uniqueText()]));
  await readNode(who, nodeId);
  await updateNode(who, nodeId, fields, who.chance.below(2) === 0 ? tokenOf(who) : undefined);
  await readNode(who, nodeId);
};

const restoreNode = (who: Editor): Promise<void> =>
  updateNode(who, nodeOf(who), { status: 'NodeStatusActive', description: who.recorder.uniqueText() });

const deleteNode = async (who: Editor): Promise<void> => {
  const nodeId = nodeOf(who);
  await who.recorder.record({
    ...turnTo(who, who.session),
    kind: 'deleteNode',
    writes: [{ subject: `node:${nodeId}`, values: { status: 'NodeStatusDeleted' } }],
    refusals: ['node_not_found', 'illegal_transition'],
    send: (client) => deleteOne(client, { publisherId: who.publisher.id, nodeId }),
    observe: seenIn(() => [], nodeId),
  });
};

const editVersion = async (anywhere: Editor): Promise<void> => {
  const who = atOneProcess(anywhere);
  const version = who.chance.pickAny(who.publisher.versions);
  if (version === undefined) return;
  const body = { changelog: who.recorder.uniqueText(), deprecated: who.chance.below(2) === 0 };
  await who.recorder.record({
    ...turnTo(who, who.session),
    kind: 'updateVersion',
    writes: [{ subject: `version:${version.id}`, values: { changelog: body.changelog } }],
    refusals: ['node_not_found', 'version_not_found', 'illegal_transition'],
    send: (client) => updateVersion(client, { ...namesOf(who, version), body }),
    observe: seenIn(seenVersion, version.nodeId),
  });
  await readVersion(who, version);
};

const deleteVersion = async (who: Editor): Promise<void> => {
  const version = who.chance.pickAny(who.publisher.versions);
  if (version === undefined) return;
  await who.recorder.record({
    ...turnTo(who, who.session),
    kind: 'deleteVersion',
    writes: [{ subject: `version:${version.id}`, values: { status: 'NodeVersionStatusDeleted' } }],
    refusals: ['node_not_found', 'version_not_found', 'illegal_transition'],
    send: (client) => deleteOneVersion(client, namesOf(who, version)),
    observe: seenIn(() => [], version.nodeId),
  });
};

/** A revoked token is still used from time to time, and must be refused at once. */
const replaceToken = async (who: Editor): Promise<void> => {
  const { publisher, recorder, session } = who;
  const created = await recorder.record({
    ...turnTo(who, session),
    kind: 'createToken',
    send: (client) =>
      createToken(client, {
        publisherId: publisher.id,
        body: { name: 'fresh', actions: ['publish', 'edit'] },
      }),
    observe: ({ body }) => (body === undefined ? [] : [seenToken(body.id, true)]),
  });
  if (created?.body === undefined) return;
  const { id, token } = created.body;
  publisher.tokens.push({ id, secret: token, isRevoked: false });
  const old = publisher.tokens.find(({ isRevoked }) => !isRevoked);
  if (old === undefined) return;
  old.isRevoked = true;
  await recorder.record({
    ...turnTo(who, session),
    kind: 'revokeToken',
    writes: [{ subject: `token:${old.id}`, values: {} }],
    send: (client) => revokeToken(client, { publisherId: publisher.id, tokenId: old.id }),
  });
};

export const publisherMoves: readonly [Move<Editor>, ...Move<Editor>[]] = [
  { weight: 8, run: publish },
  { weight: 10, run: editNode },
  { weight: 6, run: editVersion },
  { weight: 2, run: deleteVersion },
  { weight: 0.5, run: deleteNode },
  { weight: 2, run: restoreNode },
  { weight: 0.3, run: replaceToken },
];
