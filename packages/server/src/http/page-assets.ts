import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pages } from './security-headers.ts';

const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist'));

const assets = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' };

const start = `const url = new URL('../openapi.json', document.currentScript.src).href;
SwaggerUIBundle({ url, dom_id: '#docs', deepLinking: true, validatorUrl: null });`;

const styles = readFileSync(new URL('pages.css', import.meta.url));

/** The files of the pages. */
export const registerPageAssets = (app: FastifyInstance): void => {
  for (const [name, type] of Object.entries(assets)) {
    const body = readFileSync(join(folder, name));
    app.get(`/docs/${name}`, (_request, reply) => reply.headers(pages.scripts).type(type).send(body));
  }
  app.get('/pages.css', (_request, reply) => reply.headers(pages.forms).type('text/css').send(styles));
  app.get('/docs/start.js', (_request, reply) =>
    reply.headers(pages.scripts).type('text/javascript').send(start),
  );
};
