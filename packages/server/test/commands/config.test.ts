import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { requireSettings } from '../../src/config.ts';
import { runCommandHere } from '../support/run-command-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

suite('patchbay-server config', () => {
  test('prints what is in force, defaults as comments, and no secret', async (t) => {
    const folder = await temporaryFolder(t);
    const file = join(folder, 'metrics-token');
    await writeFile(file, 'm'.repeat(40));
    const { code, stdout } = await runCommandHere(['config'], {
      DATA_DIR: folder,
      PORT: '9000',
      SECRET: 's'.repeat(40),
      DATABASE_URL: 'postgres://ada:hidden@db.example/registry',
      METRICS_TOKEN_FILE: file,
    });
    assert.equal(code, 0);
    for (const line of [
      'PORT=9000',
      `DATA_DIR=${folder}`,
      '# HOST=127.0.0.1',
      '# PUBLIC_URL=',
      'SECRET=***',
      'DATABASE_URL=postgres://ada:***@db.example/registry',
      'METRICS_TOKEN=*** # from its file',
    ]) {
      assert.ok(stdout.split('\n').includes(line), `${line} is not in\n${stdout}`);
    }
    assert.doesNotMatch(stdout, /hidden|s{40}|m{40}/);
  });

  test('prints no secret that looks like a URL, and no password of a URL that is none', async (t) => {
    const { stdout } = await runCommandHere(['config'], {
      DATA_DIR: await temporaryFolder(t),
      SECRET: `word:${'hidden'.repeat(6)}`,
      METRICS_TOKEN: `token://${'hidden'.repeat(6)}`,
      OIDC_CLIENT_SECRET: 'oidc:hidden',
      DATABASE_URL: 'postgres://ada:hid/den@db.example/registry',
      DATABASE_REPLICA_URL: 'postgres://ada@db.example/registry?password=hidden&sslmode=require',
      MAIL_URL: 'ada:hidden',
    });
    for (const line of [
      'SECRET=***',
      'METRICS_TOKEN=***',
      'OIDC_CLIENT_SECRET=***',
      'DATABASE_URL=***',
      'DATABASE_REPLICA_URL=postgres://ada@db.example/registry?password=***&sslmode=require',
    ]) {
      assert.ok(stdout.split('\n').includes(line), `${line} is not in\n${stdout}`);
    }
    assert.doesNotMatch(stdout, /hid/);
  });

  for (const [name, value, form] of [
    ['TRUST_PROXY', 'nginx', /TRUST_PROXY must be no, yes .* or the addresses and networks of proxies/],
    ['TRUST_PROXY', '1', /TRUST_PROXY must be no, yes/],
    ['TRUST_PROXY', '10.0.0.1, 300.1.1.1', /TRUST_PROXY must be no, yes/],
    ['PUBLIC_URL', 'https://registry.example.org/?a=1', /PUBLIC_URL must be .*, without a query/],
    ['PUBLIC_URL', 'https://registry.example.org/#a', /PUBLIC_URL must be .*, without a query/],
    ['PUBLIC_URL', 'https://ada:hidden@registry.example.org', /PUBLIC_URL must be .*, without a user/],
    ['PACKAGES_PUBLIC_URL', 'ftp://registry.example.org', /PACKAGES_PUBLIC_URL must be an address/],
    ['DATABSE_URL', 'sqlite:x', /DATABSE_URL is no setting; did you mean DATABASE_URL\?/],
    ['UPSTREM', 'https://registry.example.org', /UPSTREM is no setting; did you mean UPSTREAM\?$/m],
    ['ADMIN_PASSWORDS_FILE', 'x', /ADMIN_PASSWORDS_FILE is no setting; did you mean ADMIN_PASSWORD_FILE\?/],
    ['public_url', 'https://registry.example.org', /public_url is no setting; did you mean PUBLIC_URL\?/],
    ['PUBLIC_URL_FILE', '/etc/hostname', /PUBLIC_URL_FILE is no setting; PUBLIC_URL is no secret, so set it/],
    ['DATABASE_URL', 'postgres://ada:hid#den@db.example/x', /DATABASE_URL must be .*percent-encoded/],
    ['DATABASE_URL', 'postgres://ada@db.example:port/x', /DATABASE_URL must be postgres:/],
    ['PACKAGES_URL', 's3://key:hidden@bucket', /PACKAGES_URL must be file:<folder>/],
    ['PACKAGES_URL', 's3://bucket/%zz', /PACKAGES_URL must be file:<folder>/],
    ['MAIL_URL', 'smtp.example.org:587', /MAIL_URL must be smtp:/],
    ['MAIL_FROM', 'a registry', /MAIL_FROM must be an e-mail address/],
    ['TRUSTED_ISSUERS', 'github, bitbucket', /TRUSTED_ISSUERS must be none, or github/],
    ['PASSWORD_CHECK_URL', 'https://ada:hidden@pw.example', /PASSWORD_CHECK_URL must be .*, without a user/],
    ['SECRET_SCANNING_KEYS_URL', 'ftp://x.example', /SECRET_SCANNING_KEYS_URL must be an address/],
    ['CLAIM_HOSTS', 'https://github.com', /CLAIM_HOSTS must be names of hosts/],
    ['UPSTREAM', 'registry.example.org', /UPSTREAM must be an address/],
    ['UPSTREAM_EXCEPT', 'acme *', /UPSTREAM_EXCEPT must be ids of nodes/],
    ['MIRROR_NODES', 'a b', /MIRROR_NODES must be ids of nodes/],
    ['MIRROR_VERIFY_KEY', '/etc/hostname', /MIRROR_VERIFY_KEY must be the path of an Ed25519 public key/],
    ['SECRET_FILE', '/nowhere/hidden', /SECRET cannot be read from its file \/nowhere\/hidden/],
    [
      'METRICS_TOKEN_FILE',
      '/dev/null',
      /METRICS_TOKEN is missing in its file \/dev\/null, which is empty\.$/m,
    ],
    ['DATA_DIR', ' ', /DATA_DIR must not be blank\.$/m],
    ['HOST', ' ', /HOST must be an address like 127\.0\.0\.1 or ::1, or a name, and nothing/],
    ['HOST', '[::1]', /HOST must be an address like/],
    ['HOST', '127.0.0.1:8080', /HOST must be an address like/],
    ['HOST', 'http://127.0.0.1', /HOST must be an address like/],
    ['HOST', 'fe80::1%eth0', /HOST must be an address like/],
    ['DATABASE_URL', 'sqlite: ', /DATABASE_URL must be postgres:/],
    ['METRICS_TOKEN', 'short', /METRICS_TOKEN must be at least 32 characters long/],
    ['SIGN_IN', 'oidc', /SIGN_IN=oidc needs OIDC_ISSUER and OIDC_CLIENT_ID/],
    ['OIDC_ISSUER', 'https://id.example.org', /OIDC_ISSUER and OIDC_CLIENT_ID must be given together/],
    ['PASSKEY', 'popular', /PASSKEY must be off unless PUBLIC_URL has the name of a host/],
    ['DNS_SERVERS', 'ns.example.org', /DNS_SERVERS must be addresses like/],
    ['DNS_SERVERS', '127.0.0.1:0', /DNS_SERVERS must be addresses like/],
    ['OIDC_SCOPES', 'profile email', /OIDC_SCOPES must contain openid/],
    ['OIDC_GROUPS', 'makers=acme', /OIDC_GROUPS must be <group>=<publisher>:<role>/],
    ['OIDC_GROUPS', 'makers=acme:admin', /the role is member or owner/],
    ['OIDC_GROUPS', 'makers=acme:member', /OIDC_GROUPS must be given together with OIDC_ISSUER/],
    ['OIDC_CLIENT_SECRET', 'hidden@', /OIDC_CLIENT_SECRET must be given together with OIDC_ISSUER/],
    ['OIDC_SCOPES', 'openid groups', /OIDC_SCOPES must be given together with OIDC_ISSUER/],
    ['MIRROR_NODES', 'first-node', /MIRROR_NODES must be given together with MIRROR_FROM/],
    ['MIRROR_PACKAGES', 'none', /MIRROR_PACKAGES must be given together with MIRROR_FROM/],
    ['UPSTREAM_EXCEPT', 'acme-*', /UPSTREAM_EXCEPT must be given together with UPSTREAM/],
    ['SYNC_INTERVAL', '5', /SYNC_INTERVAL must be given together with MIRROR_FROM or UPSTREAM/],
  ] as const) {
    test(`names ${name}=${value} in one line, and what is right`, async (t) => {
      const { code, stderr } = await runCommandHere(['config'], {
        DATA_DIR: await temporaryFolder(t),
        [name]: value,
      });
      assert.equal(code, 1);
      assert.match(stderr, form);
      assert.equal(stderr.trim().split('\n').length, 1, stderr);
      assert.doesNotMatch(stderr, /hidden@|hid#den/);
    });
  }

  test('takes a secret by itself or by its file, and not by both', async (t) => {
    const both = { DATA_DIR: await temporaryFolder(t), SECRET: 's'.repeat(40), SECRET_FILE: '/etc/hostname' };
    const { code, stderr } = await runCommandHere(['config'], both);
    assert.deepEqual([code, /SECRET must be given itself or by its file/.test(stderr)], [1, true]);
  });

  test('takes a provider over plain HTTP only where private networks may be called', async (t) => {
    const provider = {
      DATA_DIR: await temporaryFolder(t),
      OIDC_ISSUER: 'http://id.internal',
      OIDC_CLIENT_ID: 'patchbay',
      OIDC_GROUPS: 'cn=makers%2Cou=a:b=acme:member, makers=acme:owner',
    };
    const { code, stderr } = await runCommandHere(['config'], provider);
    assert.deepEqual([code, /OIDC_ISSUER must begin with https/.test(stderr)], [1, true], stderr);
    assert.equal((await runCommandHere(['config'], { ...provider, OUTBOUND_PRIVATE: 'yes' })).code, 0);
  });

  test('names settings that do not go together', async (t) => {
    const DATA_DIR = await temporaryFolder(t);
    const sayingOf = async (settings: Record<string, string>) =>
      (await runCommandHere(['config'], { DATA_DIR, ...settings })).stderr;
    const s3 = { PACKAGES_URL: 's3://bucket' };
    assert.equal(await sayingOf({ ...s3, PACKAGE_BYTES_MAX: '5368709120' }), '');
    assert.match(
      await sayingOf({ ...s3, PACKAGE_BYTES_MAX: '5368709121' }),
      /PACKAGE_BYTES_MAX must be at most 5368709120 where packages are on S3\.$/m,
    );
    for (const name of ['MIRROR_FROM', 'UPSTREAM']) {
      const settings = { [name]: 'https://a.example/x', PUBLIC_URL: 'https://A.example:443/x/' };
      assert.match(await sayingOf(settings), new RegExp(`${name} must be another registry than this one`));
    }
  });

  test('reads an address as browsers write it', () => {
    const read = (PUBLIC_URL: string) => requireSettings({ PUBLIC_URL })['PUBLIC_URL'];
    assert.equal(read('https://Registry.Example.org:443/'), 'https://registry.example.org');
    assert.equal(read('https://bücher.example/a b/../c d/'), 'https://xn--bcher-kva.example/c%20d');
  });

  test('takes a setting without the one it belongs to if it is empty or has its default', async (t) => {
    const spare = {
      DATA_DIR: await temporaryFolder(t),
      OIDC_GROUPS: '',
      OIDC_GROUPS_CLAIM: 'groups',
      SYNC_INTERVAL: '60',
    };
    assert.equal((await runCommandHere(['config'], spare)).code, 0);
  });

  test('lets names of other programs be', async (t) => {
    const others = {
      DATA_DIR: await temporaryFolder(t),
      HOSTS: 'x',
      PORTS: '1',
      SECRETS: 'x',
      LOGNAME: 'ada',
    };
    assert.equal((await runCommandHere(['config'], others)).code, 0);
  });
});
