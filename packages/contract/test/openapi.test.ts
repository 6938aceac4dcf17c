import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import {
  type Endpoint,
  endpoints,
  nodeIdPattern,
  openapiDocument,
  publisherIdPattern,
} from '@patchbay/contract';
import { portablePattern } from '../src/portable-patterns.ts';
import { patterns } from '../src/text-rules.ts';

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        description: string;
        parameters: { name: string; required: boolean }[];
        requestBody: { content: object };
        responses: object;
      }
    >
  >;
}

interface Rules {
  pattern?: string;
  minLength?: number;
  description?: string;
  items?: Rules;
  properties?: Properties;
}
type Properties = Readonly<Record<string, Rules>>;

interface ErrorResponse {
  description: string;
  headers: Readonly<Record<string, { required?: boolean }>>;
}

const accepted = {
  storable: ['', 'any\ntext', '😀'],
  name: ['Ada', '日本語', 'می\u200cخواهم', '👩\u200d💻', '❤\ufe0f'],
  url: ['', 'https://example.org/a?b=ü', 'HTTP://x'],
  path: ['', 'LICENSE', 'https://example.org/LICENSE'],
  contact: ['mailto:ada@example.org', 'ask in the forum'],
} as const;
const refused = {
  storable: 'a\0b',
  name: 'a\u200bb',
  url: 'https://a\u200b.example',
  path: 'javascript:alert(1)',
  contact: 'data:,1',
} as const;

const document: unknown = JSON.parse(JSON.stringify(openapiDocument()));

suite('openapi', () => {
  test('the document is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document) as Record<string, unknown>);
    assert.equal(valid, true, JSON.stringify(errors, null, 2));
    assert.equal(validator.version, '3.1');
  });

  test('openapi.json is fresh', () => {
    const written: unknown = JSON.parse(
      readFileSync(join(import.meta.dirname, '..', 'openapi.json'), 'utf8'),
    );
    assert.deepEqual(written, document, 'run "npm run generate"');
  });

  test('every endpoint is an operation with its own name, and a dry run is one with its endpoint', () => {
    const { paths } = document as { paths: Record<string, Record<string, { operationId: string }>> };
    const names = Object.values(paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    const own = Object.entries<Endpoint>(endpoints).filter(([, { isDryRun }]) => isDryRun !== true);
    assert.deepEqual(names.sort(), own.map(([name]) => name).sort());
    const { path, method, reply } = endpoints.dryRunPublish;
    const both = (document as Document).paths[path]?.[method.toLowerCase()];
    assert.equal(both?.operationId, 'publishVersion');
    assert.deepEqual(
      Object.keys(both.requestBody.content),
      ['application/json'],
      'a form is for dry runs alone',
    );
    assert.match(both.description, /dry run .* `multipart\/form-data`/);
    const statuses = Object.keys(both.responses).filter((status) => status < '300');
    assert.deepEqual(statuses, [String(reply.status), String(endpoints.publishVersion.reply.status)]);
    assert.ok(both.parameters.some(({ name, required }) => name === 'dry_run' && !required));
  });

  test('a header is required of an error only if every code of its status sends it', () => {
    let found = 0;
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      if (endpoint.isDryRun === true) continue;
      const { responses } =
        (document as Document).paths[endpoint.path]?.[endpoint.method.toLowerCase()] ?? {};
      const { description, headers } = (responses as Record<string, ErrorResponse>)[409] ?? {};
      const header = headers?.['Retry-After'];
      if (header === undefined) continue;
      found += 1;
      assert.equal(header.required, description?.includes('\n') === true ? false : undefined, name);
    }
    assert.ok(found > 10);
  });

  test('its patterns are those of every language, and accept what the server accepts', () => {
    const written = [...new Set(JSON.stringify(document).match(/(?<="pattern":)"(?:[^"\\]|\\.)*"/g))];
    const found = written.map((pattern) => JSON.parse(pattern) as string);
    assert.ok(found.length > 8);
    for (const pattern of found) {
      assert.doesNotMatch(pattern, /\\[pP]\{/);
      for (const flags of ['', 'u']) assert.doesNotThrow(() => new RegExp(pattern, flags), pattern);
    }
    const python = 'import json, re, sys\nfor pattern in json.load(sys.stdin): re.compile(pattern)';
    execFileSync('python3', ['-c', python], { input: JSON.stringify(found) });
    for (const [rule, texts] of Object.entries(accepted)) {
      const { pattern } = patterns[rule as keyof typeof accepted];
      const portable = new RegExp(portablePattern(pattern), 'u');
      for (const text of texts) {
        assert.match(text, new RegExp(pattern, 'u'));
        assert.match(text, portable);
      }
      assert.doesNotMatch(refused[rule as keyof typeof accepted], portable, rule);
    }
  });

  test('it says which ids and codes the server takes', () => {
    const { paths } = document as Document;
    const bodyOf = (path: string, method = 'post'): Properties => {
      const { content } = paths[path]?.[method]?.requestBody ?? { content: {} };
      const { 'application/json': json } = content as Record<string, { schema: { properties: Properties } }>;
      return json?.schema.properties ?? {};
    };
    assert.equal(bodyOf('/publishers')['id']?.pattern, publisherIdPattern);
    assert.equal(bodyOf('/publishers/{publisherId}/nodes')['id']?.pattern, nodeIdPattern);
    assert.equal(bodyOf('/publishers/{publisherId}/tokens')['nodes']?.items?.pattern, nodeIdPattern);
    assert.equal(bodyOf('/admin/nodes')['id']?.pattern, nodeIdPattern);
    assert.equal(bodyOf('/auth/device/token')['device_code']?.minLength, 1);
    const { node_version: { properties: { version: published } = {} } = {} } = bodyOf(
      '/publishers/{publisherId}/nodes/{nodeId}/versions',
    );
    const semver = new RegExp(published?.pattern ?? '');
    for (const version of ['1.0.0', '0.3.30-rc.1+b.05', '1.0.0--', '1.0.0-0a.b'])
      assert.match(version, semver);
    for (const version of ['', '1.0', 'v1.0.0', '01.0.0', '1.0.0-01', '1.0.0.post1', ' 1.0.0', '1.0.0+'])
      assert.doesNotMatch(version, semver);
    for (const { pattern = '' } of [
      bodyOf('/admin/jobs/{jobId}/retry')['reason'] ?? {},
      bodyOf('/admin/nodes/{nodeId}/transfer')['reason'] ?? {},
      bodyOf('/admin/reports/{reportId}', 'put')['answer'] ?? {},
      bodyOf('/nodes/{nodeId}/reports')['text'] ?? {},
    ]) {
      assert.deepEqual(
        ['Because.\n', ' a ', ' ', '\n', ''].map((text) => new RegExp(pattern).test(text)),
        [true, true, false, false, false],
      );
    }
    const update = bodyOf('/publishers/{publisherId}/nodes/{nodeId}', 'put');
    for (const name of ['created_at', 'downloads', 'latest_version', 'publisher', 'rating'])
      assert.equal(update[name]?.description, 'Accepted and ignored', name);
    const filters = paths['/nodes']?.['get']?.parameters as unknown as { name: string; schema: Rules }[];
    const pattern = new RegExp(filters.find(({ name }) => name === 'app_version')?.schema.pattern ?? '^$');
    for (const version of ['1.2.3', 'v0.3.30', ' 1.0.0-rc.1+b ']) assert.match(version, pattern);
  });

  test('every reference leads somewhere', () => {
    const { components } = document as { components: { schemas: Record<string, unknown> } };
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    assert.ok(references.length > 0);
    for (const [, name = ''] of references) assert.ok(Object.hasOwn(components.schemas, name), name);
  });
});
