import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePublisher, publishActive } from '../support/build.ts';
import { days, minutes } from '../support/clock.ts';
import { endingInReverse } from '../support/ending.ts';
import { temporaryData } from '../support/make-data.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';
import { sendPage, startBehindProxy } from './before-source.ts';
import { startReference } from './reference.ts';
import { startOn } from './start-on.ts';

suite('a mirror whose source says when to come back', () => {
  for (const status of [429, 503]) {
    test(`asks for no changes before, after a ${status}`, async (t) => {
      const behind = await startBehindProxy(t);
      const ada = await makePublisher(behind.source, 'ada');
      const mirror = await startServer(t, { MIRROR_FROM: behind.url });
      await mirror.settle();
      await publishActive(behind.source, ada, 'new-node', '1.0.0');
      behind.instead = (_request, response) => {
        response.setHeader('retry-after', '600');
        return sendPage(response, status);
      };
      behind.asked.length = 0;
      for (let minute = 0; minute < 10; minute += 1) {
        mirror.clock.advance(minutes(1));
        await mirror.settle();
      }
      assert.equal(behind.asked.length, 1);
      behind.instead = () => false;
      mirror.clock.advance(minutes(1));
      await mirror.settle();
      assert.equal((await mirror.anonymous.get('/nodes/new-node')).status, 200);
    });

    test(`asks for no package before, after a ${status}`, async (t) => {
      const behind = await startBehindProxy(t);
      await publishActive(behind.source, await makePublisher(behind.source, 'ada'), 'some-node', '1.0.0');
      const isPackage = (url = ''): boolean => url.startsWith('/packages/');
      behind.instead = ({ url }, response) => {
        if (!isPackage(url)) return false;
        response.setHeader('retry-after', '600');
        return sendPage(response, status);
      };
      const mirror = await startServer(t, { MIRROR_FROM: behind.url });
      for (let minute = 0; minute < 9; minute += 1) {
        await mirror.settle();
        mirror.clock.advance(minutes(1));
      }
      assert.equal(behind.asked.filter(isPackage).length, 1);
      behind.instead = () => false;
      mirror.clock.advance(minutes(2));
      await mirror.settle();
      assert.equal(behind.asked.filter(isPackage).length, 2);
    });
  }
});

suite('a mirror whose clock was ahead', () => {
  test('asks for the packages that it could not have then', async (t) => {
    const ending = endingInReverse(t);
    const behind = await startBehindProxy(ending);
    const ada = await makePublisher(behind.source, 'ada');
    await publishActive(behind.source, ada, 'some-node', '1.0.0');
    const data = await temporaryData(ending);
    const before = await startOn(ending, data, { MIRROR_FROM: behind.url });
    behind.instead = ({ url = '' }, response) => url.startsWith('/packages/') && sendPage(response, 200);
    await publishActive(behind.source, ada, 'some-node', '1.1.0');
    before.clock.advance(days(30));
    await before.settle();
    assert.equal((await before.anonymous.get('/packages/ada/some-node/1.1.0.zip')).status, 503);
    await before.end();
    behind.instead = () => false;
    const mirror = await startOn(ending, data, { MIRROR_FROM: behind.url });
    assert.equal((await mirror.anonymous.get('/ready')).json.source?.packages_missing, 0);
    assert.equal((await mirror.anonymous.get('/packages/ada/some-node/1.1.0.zip')).status, 200);
  });

  test('lists all nodes of a source without a feed again', async (t) => {
    const ending = endingInReverse(t);
    const reference = await startReference(ending);
    const gone = await reference.add('gone-node', ['1.0.0']);
    await reference.add('kept-node', ['1.0.0']);
    const settings = { HOST_PROFILE: 'comfyui', MIRROR_FROM: reference.url, MIRROR_PACKAGES: 'none' };
    const data = await temporaryData(ending);
    const before = await startOn(ending, data, settings);
    before.clock.advance(days(30));
    await before.settle();
    await before.end();
    gone.isGone = true;
    const mirror = await startOn(ending, data, settings);
    mirror.clock.advance(days(2));
    await mirror.settle();
    const { nodes } = (await mirror.anonymous.get('/nodes')).json;
    assert.deepEqual(
      nodes.map(({ id }: { id: string }) => id),
      ['kept-node'],
    );
  });
});
