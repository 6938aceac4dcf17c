import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { type Endpoint, endpoints, openapiDocument } from '@patchbay/contract';

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        parameters: { name: string; required: boolean }[];
        requestBody: { content: object };
        responses: object;
      }
    >
  >;
}

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
    assert.deepEqual(Object.keys(both.requestBody.content), ['application/json', 'multipart/form-data']);
    const statuses = Object.keys(both.responses).filter((status) => status < '300');
    assert.deepEqual(statuses, [String(reply.status), String(endpoints.publishVersion.reply.status)]);
    assert.ok(both.parameters.some(({ name, required }) => name === 'dry_run' && !required));
  });

  test('every reference leads somewhere', () => {
    const { components } = document as { components: { schemas: Record<string, unknown> } };
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    assert.ok(references.length > 0);
    for (const [, name = ''] of references) assert.ok(Object.hasOwn(components.schemas, name), name);
  });
});
