import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ProfileError, builtInProfiles, parseProfile } from '@patchbay/contract';

suite('parse-profile', () => {
  test('the profiles that come along are profiles, each under its own name', () => {
    for (const [name, profile] of Object.entries(builtInProfiles)) {
      assert.deepEqual(parseProfile(profile), profile);
      assert.equal(profile.name, name);
    }
  });

  test('what a file does not say is as in app', () => {
    assert.deepEqual(parseProfile({ name: 'studio', compat: { looseVersions: true } }), {
      name: 'studio',
      naming: {},
      aliases: {},
      builtInAppNodes: [],
      compat: { ...builtInProfiles.app.compat, looseVersions: true },
    });
  });

  test('what is no profile is refused with the place of the fault', () => {
    const faults: readonly [unknown, RegExp][] = [
      [undefined, /name/],
      [[], /name/],
      [{ name: 'Studio' }, /^\/name /],
      [
        { name: 'studio', naming: { app_nodes: 'studio_nodes' } },
        /^\/naming\/app_nodes is no key of a profile$/,
      ],
      [{ name: 'studio', naming: { app_node: 'a node' } }, /^\/naming\/app_node /],
      [{ name: 'studio', compat: { looseVersions: 'yes' } }, /^\/compat\/looseVersions /],
      [{ name: 'studio', compat: { loose: true } }, /^\/compat\/loose is no key of a profile$/],
      [{ name: 'studio', compat: [] }, /^\/compat /],
      [{ name: 'studio', compat: { packageMediaTypes: [] } }, /^\/compat\/packageMediaTypes /],
      [{ name: 'studio', aliases: { listShoes: {} } }, /^\/aliases names no endpoint "listShoes"$/],
      [
        { name: 'studio', aliases: { listNodes: { query: { size: 'width' } } } },
        /^\/aliases\/listNodes\/query names "width", which is not there$/,
      ],
      [{ name: 'studio', builtInAppNodes: [1] }, /^\/builtInAppNodes\/0 /],
      [{ name: 'studio', compat: {}, colour: 'red' }, /^\/colour is no key of a profile$/],
    ];
    for (const [file, message] of faults) {
      assert.throws(() => parseProfile(file), { constructor: ProfileError, message }, JSON.stringify(file));
    }
  });

  test('a naming that does not lead back is refused', () => {
    const alike = { app_node: 'x_node', appNode: 'x_node' };
    assert.throws(() => parseProfile({ name: 'studio', naming: alike }), /spelled alike/);
    const twice = { app_node: 'my_app_node' };
    assert.throws(() => parseProfile({ name: 'studio', naming: twice }), /"my_app_node"/);
  });
});
