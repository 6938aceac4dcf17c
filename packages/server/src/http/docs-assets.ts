import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { documentation } from './security-headers.ts';

const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist'));

const assets = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' };

const start = `SwaggerUIBundle({ url: '../openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null });`;

/** The files of the page. */
export const registerDocsAssets = (app: FastifyInstance): void => {
  for (const [name, type] of Object.entries(assets)) {
    const body = readFileSync(join(folder, name));
    app.get(`/docs/${name}`, (_request, reply) => reply.headers(documentation).type(type).send(body));
  }
  app.get('/docs/start.js', (_request, reply) =>
    reply.headers(documentation).type('text/javascript').send(start),
  );
};
