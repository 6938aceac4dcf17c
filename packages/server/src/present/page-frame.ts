import { type Html, html } from './html.ts';

/** A page that runs no scripts, of a site below `prefix`. */
export const pageFrame = (prefix: string, title: string, body: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – Patchbay</title>
        <link rel="stylesheet" href="${prefix}/pages.css" />
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `.text;
