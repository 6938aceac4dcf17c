/** A piece of a page, in which every value is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const textOf = (value: string | Html | readonly Html[]): string => {
  if (value instanceof Html) return value.text;
  if (typeof value !== 'string') return value.map(({ text }) => text).join('');
  return value.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '');
};

/** Makes a piece of a page from a template: texts are escaped, pieces are not. */
export const html = (
  parts: TemplateStringsArray,
  ...values: readonly (string | Html | readonly Html[])[]
): Html => new Html(String.raw({ raw: parts }, ...values.map(textOf)));

/** A page that runs no scripts, of a site below `prefix`. */
export const pageFrame = (prefix: string, title: string, body: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Patchbay</title>
        <link rel="stylesheet" href="${prefix}/pages.css" />
      </head>
      <body>
        <header><a href="${prefix}/">Patchbay</a></header>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `.text;
