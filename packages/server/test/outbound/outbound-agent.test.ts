import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { lookUpGuarded } from '../../src/outbound/outbound-agent.ts';

/** A name server that knows one name, and counts how often it is asked. */
const resolverOf = (four: readonly string[], six: readonly string[] = []) => {
  const asked = { times: 0 };
  const answer = (addresses: readonly string[]) => (_host: string, callback: Callback) => {
    asked.times += 1;
    if (addresses.length === 0) callback(Object.assign(new Error('no data'), { code: 'ENODATA' }), []);
    else callback(null, [...addresses]);
  };
  return { asked, resolver: { resolve4: answer(four), resolve6: answer(six) } };
};
type Callback = (error: Error | null, addresses: string[]) => void;

const lookUp = (resolver: ReturnType<typeof resolverOf>['resolver']): Promise<unknown> =>
  new Promise((resolve, reject) => {
    lookUpGuarded(resolver as never)('hooks.example.org', { all: true }, (error, addresses) => {
      if (error === null) resolve(addresses);
      else reject(error);
    });
  });

suite('the addresses of a name that is called', () => {
  test('are those that were checked: it is resolved once for a connection', async () => {
    const { asked, resolver } = resolverOf(['93.184.216.34'], ['2606:4700::1']);
    assert.deepEqual(await lookUp(resolver), [
      { address: '93.184.216.34', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]);
    assert.equal(asked.times, 2, 'once for each family');
  });

  test('are refused all together if one of them is not on the public internet', async () => {
    for (const [four, six] of [
      [['93.184.216.34', '127.0.0.1'], []],
      [['93.184.216.34'], ['::1']],
      [['10.0.0.1'], []],
      [['169.254.169.254'], []],
      [['100.64.0.1'], []],
      [['0.0.0.0'], []],
      [[], ['::ffff:192.168.0.1']],
      [[], ['fe80::1']],
      [[], ['fd00::1']],
      [[], ['64:ff9b::a00:1']],
      [[], ['::7f00:1']],
      [[], ['2002:7f00:1::']],
    ] as const) {
      await assert.rejects(
        lookUp(resolverOf(four, six).resolver),
        /not on the public internet/,
        [...four, ...six].join(),
      );
    }
  });

  test('are missing for an unknown name', async () => {
    await assert.rejects(lookUp(resolverOf([]).resolver), /no data/);
  });
});
