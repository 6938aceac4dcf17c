import { createHash, createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Ending } from './ending.ts';

export const clientId = 'patchbay';
const clientSecret = 'the secret of the registry at the provider';

/** What the provider says of somebody. */
type Claims = Record<string, unknown>;

/** How the next answers differ from good ones. */
interface Fault {
  /** Of the ID token; undefined leaves a claim out. */
  claims?: Claims;
  header?: Record<string, unknown>;
  /** Signed with a key that is not the provider's, with the secret of the client, or not at all. */
  signature?: 'foreign' | 'hmac' | 'none';
  /** Parameters of the callback; undefined leaves one out. */
  callback?: Record<string, string | undefined>;
  /** How the token endpoint answers. */
  token?: (response: ServerResponse) => void;
}

export interface Issuer {
  url: string;
  /** Who signs in next, with the claims of the ID token. */
  person: Claims;
  /** What only the userinfo endpoint says. */
  userinfo: Claims;
  fault: Fault;
  /** The settings of a registry that signs in with it. */
  settings: Record<string, string>;
  /** Signs in as a browser does, at the address where the registry sends it. Returns the address of the callback. */
  visit(authorizationUrl: string): Promise<URL>;
}

interface Grant {
  challenge: string;
  nonce: string;
  redirectUri: string;
  person: Claims;
}

const [own, foreign] = [0, 1].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' })) as [
  ReturnType<typeof generateKeyPairSync>,
  ReturnType<typeof generateKeyPairSync>,
];
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const issueToken = (claims: Claims, { header = {}, signature }: Fault): string => {
  const alg = { foreign: 'ES256', hmac: 'HS256', none: 'none' }[signature ?? 'foreign'];
  const signed = `${encode({ alg, kid: 'own', typ: 'JWT', ...header })}.${encode(claims)}`;
  if (signature === 'none') return `${signed}.`;
  if (signature === 'hmac') {
    return `${signed}.${createHmac('sha256', clientSecret).update(signed).digest('base64url')}`;
  }
  const key = signature === 'foreign' ? foreign.privateKey : own.privateKey;
  const bytes = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${bytes.toString('base64url')}`;
};

/** A provider of OpenID Connect on loopback: codes with PKCE, used once, for one client. */
export const openIssuer = async (test: Ending): Promise<Issuer> => {
  const grants = new Map<string, Grant>();
  const subjects = new Map<string, string>();
  const issuer: Issuer = {
    url: '',
    person: { sub: 'ada' },
    userinfo: {},
    fault: {},
    settings: {},
    visit: async (authorizationUrl) => {
      const { status, headers } = await fetch(authorizationUrl, { redirect: 'manual' });
      if (status !== 302) throw new Error(`the provider answers ${status}`);
      return new URL(headers.get('location') ?? '');
    },
  };

  const authorize = (asked: URLSearchParams, response: ServerResponse): void => {
    const redirectUri = asked.get('redirect_uri') ?? '';
    const isGood =
      asked.get('client_id') === clientId &&
      asked.get('response_type') === 'code' &&
      asked.get('code_challenge_method') === 'S256' &&
      asked.get('scope')?.split(' ').includes('openid') === true &&
      redirectUri.endsWith('/sign-in/callback');
    if (!isGood) return void response.writeHead(400).end();
    const code = randomUUID();
    const [challenge, nonce] = [asked.get('code_challenge') ?? '', asked.get('nonce') ?? ''];
    grants.set(code, { challenge, nonce, redirectUri, person: issuer.person });
    const back = new URL(redirectUri);
    const sent = { code, state: asked.get('state') ?? undefined, iss: issuer.url, ...issuer.fault.callback };
    for (const [name, value] of Object.entries(sent)) {
      if (value !== undefined) back.searchParams.set(name, value);
    }
    response.writeHead(302, { location: back.href }).end();
  };

  const token = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const sent = new URLSearchParams(await text(request));
    if (issuer.fault.token !== undefined) return issuer.fault.token(response);
    const grant = grants.get(sent.get('code') ?? '');
    grants.delete(sent.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url');
    const isGood =
      grant !== undefined &&
      sent.get('client_secret') === clientSecret &&
      sent.get('redirect_uri') === grant.redirectUri &&
      challenge === grant.challenge;
    if (!isGood) return sendJson(response, { error: 'invalid_grant' }, 400);
    const now = Math.floor(Date.now() / 1_000);
    const accessToken = randomUUID();
    subjects.set(accessToken, String(grant.person['sub']));
    const claims = {
      iss: issuer.url,
      aud: clientId,
      iat: now,
      exp: now + 300,
      nonce: grant.nonce,
      ...grant.person,
      ...issuer.fault.claims,
    };
    sendJson(response, {
      access_token: accessToken,
      token_type: 'Bearer',
      id_token: issueToken(claims, issuer.fault),
    });
  };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer.url);
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return sendJson(response, discoveryOf(issuer.url));
      case '/keys':
        return sendJson(response, {
          keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', use: 'sig', alg: 'ES256' }],
        });
      case '/authorize':
        return authorize(searchParams, response);
      case '/token':
        return void token(request, response);
      case '/userinfo': {
        const sub = subjects.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
        return sendJson(response, { sub, ...issuer.userinfo }, sub === undefined ? 401 : 200);
      }
      default:
        return void response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  issuer.settings = {
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: 'Example ID',
    OUTBOUND_PRIVATE: 'yes',
  };
  test.after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return issuer;
};

const sendJson = (response: ServerResponse, body: object, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const discoveryOf = (url: string) => ({
  issuer: url,
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  userinfo_endpoint: `${url}/userinfo`,
  jwks_uri: `${url}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
  token_endpoint_auth_methods_supported: ['client_secret_post'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
});
