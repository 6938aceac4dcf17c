import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { password, startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';
import { Visitor } from '../support/visitor.ts';

const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };

suite('forms of the site', async () => {
  const server = await startServer({ after });
  const ada = new Visitor(server.url);
  await ada.signUp('ada', password);
  const path = '/account/new-publisher';
  let made = 0;
  const idOfNext = (): string => `made-${(made += 1)}`;
  const isThere = async (id: string): Promise<boolean> =>
    (await server.anonymous.get(`/publishers/${id}`)).status === 200;
  /** Sends the form for a new publisher with this token, and says whether it was made. */
  const create = async (visitor: Visitor, form_token: string, headers: Record<string, string> = {}) => {
    const id = idOfNext();
    const reply = await visitor.post(path, new URLSearchParams({ form_token, do: 'create', id }), headers);
    return { ...reply, isMade: await isThere(id) };
  };

  test('the token of another visitor, of before a sign-in, a wrong one and none: 403, and nothing changes', async () => {
    const eve = new Visitor(server.url);
    const before = await eve.formToken('/sign-in');
    await eve.signUp('eve', password);
    const own = await ada.formToken(path);
    const withoutCookie = new Visitor(server.url);
    withoutCookie.cookies.set('__Host-session', ada.cookies.get('__Host-session') ?? '');
    for (const [visitor, token] of [
      [ada, await eve.formToken(path)],
      [eve, before],
      [eve, own],
      [ada, `${own}x`],
      [ada, ''],
      [withoutCookie, own],
    ] as const) {
      const reply = await create(visitor, token);
      assert.deepEqual([reply.status, reply.isMade], [403, false]);
      assert.match(reply.html, /role="alert"[^<]*>Nothing was changed: somebody signed in or out/);
      assert.equal(reply.headers.get('cache-control'), 'no-store');
    }
    assert.deepEqual((await create(ada, own)).isMade, true);
  });

  test('the token is in no cookie, and its cookie is for the server alone', async () => {
    const token = await ada.formToken(path);
    assert.ok([...ada.cookies.values()].every((value) => !token.includes(value) && !value.includes(token)));
    assert.ok(!token.includes(ada.cookies.get('__Host-session') ?? ''));
  });

  test('from a page of another origin: 403, also with a good token', async () => {
    const token = await ada.formToken(path);
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]) {
      const reply = await create(ada, token, headers);
      assert.deepEqual([reply.status, reply.isMade], [403, false], JSON.stringify(headers));
      assert.match(reply.headers.get('content-type') ?? '', /^text\/html/);
    }
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: server.url }]) {
      assert.equal((await create(ada, token, headers)).isMade, true, JSON.stringify(headers));
    }
  });

  test('of several fields with a name the first counts, for the token and for all others', async () => {
    const token = await ada.formToken(path);
    const [first, second] = [idOfNext(), idOfNext()];
    const body = (tokens: string[]) =>
      new URLSearchParams([
        ...tokens.map((value): [string, string] => ['form_token', value]),
        ['do', 'create'],
        ['id', first],
        ['id', second],
      ]);
    assert.equal((await ada.post(path, body(['', token]))).status, 403);
    const reply = await ada.post(path, body([token, '']));
    assert.deepEqual([reply.status, await isThere(first), await isThere(second)], [303, true, false]);
  });

  test('a body over the limit is a page with 413, and other content types are one with 415', async () => {
    const large = `form_token=x&id=${'x'.repeat(limits.bodyBytesMax)}`;
    const reply = await ada.post(path, large, urlencoded);
    assert.equal(reply.status, 413);
    assert.match(reply.html, /The form holds more than 262144 bytes\. Go back and shorten it\./);
    assert.match(reply.html, /<h1>/);
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
      const wrong = await ada.post(path, '{"form_token":"x"}', { 'content-type': type });
      assert.equal(wrong.status, 415, type);
      assert.match(wrong.html, /<h1>/, type);
    }
    const chunked = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from(large));
        controller.close();
      },
    });
    const streamed = await fetch(server.url + path, {
      method: 'POST',
      headers: urlencoded,
      body: chunked,
      duplex: 'half',
    });
    assert.equal(streamed.status, 413);
  });

  test('one with too many fields is a page with 400, however few bytes they take', async () => {
    const many = 'a&'.repeat(limits.formFieldsMax);
    const reply = await new Visitor(server.url).post('/theme', `${many}theme=dark`, urlencoded);
    assert.equal(reply.status, 400);
    assert.match(reply.html, /more than 100 fields/);
    const most = await new Visitor(server.url).post('/theme', `${many.slice(2)}theme=dark`, urlencoded);
    assert.equal(most.status, 303);
  });

  test('without a body, with strange bytes and with a field of every name: never a 500', async () => {
    const token = await ada.formToken(path);
    for (const body of [
      '',
      '%',
      '%ff%fe=%00',
      `form_token=${token}&do=__proto__`,
      `form_token=${token}&do=toString`,
    ]) {
      for (const to of [path, '/sign-in', '/sign-out', '/theme', '/account']) {
        const reply = await new Visitor(server.url).post(to, body, urlencoded);
        assert.ok(reply.status < 500, `${to} ${body}: ${reply.status}`);
      }
    }
    assert.equal((await ada.post(path, `form_token=${token}&do=__proto__`, urlencoded)).status, 400);
  });

  test('what the registry refuses is said at its field, and what was typed is kept, as text', async () => {
    const typed = '"><script>alert(1)</script>';
    const fields = { do: 'create', id: 'Not An Id', name: typed, website: 'javascript:alert(1)' };
    const reply = await ada.send(path, fields);
    assert.equal(reply.status, 400);
    assert.match(reply.html, /id="create-website-fault"/);
    assert.match(reply.html, /id="create-website"[^>]+aria-describedby="create-website-fault"/);
    assert.match(reply.html, /value="Not An Id"/);
    assert.ok(!reply.html.includes('<script>alert'));
    assert.ok(!reply.html.includes('href="javascript:'));
    const bad = await ada.send(path, { do: 'create', id: 'Not An Id' });
    assert.match(bad.html, /id="create-id-fault"/);
    const taken = idOfNext();
    await ada.send(path, { do: 'create', id: taken });
    const again = await ada.send(path, { do: 'create', id: taken });
    assert.equal(again.status, 409);
    assert.match(again.html, /role="alert"[^<]*>[^<]*taken/);
  });

  test('one that is sent twice is carried out once', async () => {
    const token = await ada.formToken(path);
    const body = new URLSearchParams({ form_token: token, do: 'create', id: idOfNext() });
    const replies = [await ada.post(path, body), await ada.post(path, body)];
    assert.deepEqual(
      replies.map(({ status, location }) => [status, location]),
      Array.from({ length: 2 }, () => [303, `/account/publishers/${body.get('id')}`]),
    );
  });

  test('attempts to sign in through it count with those at the API, by address and by account from it', async (t) => {
    const strict = await startServer(t, { RATE_LIMITS: 'on' });
    strict.clock.stop();
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const viaSite = async (email: string, address: string): Promise<number> =>
      (
        await new Visitor(strict.url).send(
          '/sign-in',
          { do: 'sign-in', email, password: 'a wrong horse' },
          from(address),
        )
      ).status;
    const viaApi = async (email: string, address: string): Promise<number> =>
      (
        await strict.anonymous.post(
          '/auth/sign-in/email',
          { email, password: 'a wrong horse' },
          from(address),
        )
      ).status;
    // Half of what one address may try at an account in a minute each way.
    for (let count = 0; count < 5; count += 1) {
      assert.equal(await viaSite('x@example.org', '10.1.0.1'), 400);
      assert.equal(await viaApi('x@example.org', '10.1.0.1'), 401);
    }
    assert.equal(await viaSite('x@example.org', '10.1.0.1'), 429);
    assert.equal(await viaApi('x@example.org', '10.1.0.1'), 429);
    assert.equal(await viaSite('x@example.org', '10.1.0.2'), 400, 'another address is not kept out');
    for (let count = 0; count < 10; count += 1) {
      assert.equal(await viaSite(`y${count}@example.org`, '10.4.0.1'), 400);
      assert.equal(await viaApi(`z${count}@example.org`, '10.4.0.1'), 401);
    }
    assert.equal(await viaSite('last@example.org', '10.4.0.1'), 429);
    assert.equal(await viaApi('last@example.org', '10.4.0.1'), 429);
  });
});
