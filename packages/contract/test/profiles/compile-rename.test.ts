import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  AppNode,
  BulkResultItem,
  Change,
  ErrorReply,
  Node,
  Publisher,
  PublisherProfile,
  builtInProfiles,
  compileRename,
  makeNaming,
  unclaimedPublisherId,
} from '@patchbay/contract';

const renaming = makeNaming(builtInProfiles.comfyui.naming);
const toHost = (schema: Parameters<typeof compileRename>[0], value: unknown) =>
  compileRename(schema, renaming, 'toHost')?.(value);

suite('compile-rename', () => {
  test('keys and values of the contract are renamed, down to the last, and lead back', () => {
    const neutral = {
      id: 'app-node-pack',
      preempted_app_node_names: ['app_node'],
      supported_app_version: '>=1 app_node',
      latest_version: { app_node_extract_status: 'success', supported_app_frontend_version: '>=2' },
    };
    const host = {
      id: 'app-node-pack',
      preempted_comfy_node_names: ['app_node'],
      supported_comfyui_version: '>=1 app_node',
      latest_version: { comfy_node_extract_status: 'success', supported_comfyui_frontend_version: '>=2' },
    };
    assert.deepEqual(toHost(Node, neutral), host);
    assert.deepEqual(compileRename(Node, renaming, 'toNeutral')?.(host), neutral);
  });

  test('texts of publishers stay, also where they are names of ours', () => {
    assert.deepEqual(
      toHost(AppNode, {
        app_node_name: 'AppNodePolicyActive',
        description: 'AppNodePolicyActive',
        input_types: '{"app_node":[]}',
        policy: 'AppNodePolicyActive',
      }),
      {
        comfy_node_name: 'AppNodePolicyActive',
        description: 'AppNodePolicyActive',
        input_types: '{"app_node":[]}',
        policy: 'ComfyNodePolicyActive',
      },
    );
  });

  test('what a change was and became is renamed key by key', () => {
    const change = {
      action: 'app-node.updated',
      subject: 'app-node:1/app-node',
      before: {
        policy: 'AppNodePolicyActive',
        description: 'app_node',
        supported_app_version: 'app_version',
      },
      after: { app_node_names: ['app_node'], policy: 'AppNodePolicyBanned' },
    };
    assert.deepEqual(toHost(Change, change), {
      action: 'comfy-node.updated',
      subject: 'comfy-node:1/app-node',
      before: {
        policy: 'ComfyNodePolicyActive',
        description: 'app_node',
        supported_comfyui_version: 'app_version',
      },
      after: { comfy_node_names: ['app_node'], policy: 'ComfyNodePolicyBanned' },
    });
  });

  test('an error is spelled but for what it quotes', () => {
    assert.deepEqual(
      toHost(ErrorReply, {
        error: 'app_node_not_found',
        message: 'Version "1.0.0-app-node" has no app-node "an \\"app-node\\""; check the app-node.',
        details: [{ path: '/preempted_app_node_names', message: 'must be "app_node"' }],
        request_id: 'app_node',
      }),
      {
        error: 'comfy_node_not_found',
        message: 'Version "1.0.0-app-node" has no comfy-node "an \\"app-node\\""; check the comfy-node.',
        details: [{ path: '/preempted_comfy_node_names', message: 'must be "app_node"' }],
        request_id: 'app_node',
      },
    );
  });

  test('what a reader takes for granted gets its stand-in, on request alone', () => {
    const bare = {
      id: 'a',
      name: '',
      publisher: { id: 'ada' },
      latest_version: { id: 'v', changelog: 'New.' },
    };
    const complete = compileRename(Node, undefined, 'toHost', { completes: true });
    assert.deepEqual(complete?.(bare), {
      id: 'a',
      name: 'a',
      description: '',
      publisher: { id: 'ada', name: 'ada' },
      latest_version: { id: 'v', changelog: 'New.', dependencies: [] },
    });
    assert.equal(compileRename(Node, undefined, 'toHost'), undefined);
  });

  test('the publisher of the unclaimed nodes has the id that the host knows it by', () => {
    const host = builtInProfiles.comfyui.naming.unclaimed_nodes;
    assert.deepEqual(toHost(Publisher, { id: unclaimedPublisherId }), { id: host });
    assert.deepEqual(toHost(Publisher, { id: 'app-node' }), { id: 'app-node' });
    assert.deepEqual(compileRename(Publisher, renaming, 'toNeutral')?.({ id: host }), {
      id: unclaimedPublisherId,
    });
  });

  test('nothing is compiled for what holds no name, and nothing at all without a naming', () => {
    assert.equal(compileRename(PublisherProfile, renaming, 'toHost'), undefined);
    for (const schema of [Node, AppNode, Change, ErrorReply, BulkResultItem]) {
      assert.equal(compileRename(schema, makeNaming({}), 'toHost'), undefined);
      assert.notEqual(compileRename(schema, renaming, 'toHost'), undefined);
    }
  });
});
