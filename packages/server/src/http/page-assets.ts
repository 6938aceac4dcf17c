import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { themeOf } from './response-cache/keep-reply.ts';
import { pages } from './security-headers.ts';

const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist'));

const assets = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' };

const start = `const url = new URL('../openapi.json', document.currentScript.src).href;
SwaggerUIBundle({ url, dom_id: '#docs', deepLinking: true, validatorUrl: null });`;

const styles = readFileSync(new URL('pages.css', import.meta.url), 'utf8');
/** The theme that was chosen on the site. The pages themselves are of the interface, which reads no cookie. */
const stylesIn = {
  system: styles,
  light: styles.replace('light dark', 'light'),
  dark: styles.replace('light dark', 'dark'),
} as const;

/** The files of the pages. */
export const registerPageAssets = (app: FastifyInstance): void => {
  for (const [name, type] of Object.entries(assets)) {
    const body = readFileSync(join(folder, name));
    app.get(`/docs/${name}`, (_request, reply) => reply.headers(pages.scripts).type(type).send(body));
  }
  app.get('/pages.css', ({ headers }, reply) =>
    reply
      .headers({ ...pages.forms, 'cache-control': 'private, no-cache', vary: 'cookie' })
      .type('text/css')
      .send(stylesIn[themeOf(headers.cookie)]),
  );
  app.get('/docs/start.js', (_request, reply) =>
    reply.headers(pages.scripts).type('text/javascript').send(start),
  );
};
