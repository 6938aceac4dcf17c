import assert from 'node:assert/strict';

export interface SitePage {
  status: number;
  headers: Headers;
  /** Without the part of the address that names the server. */
  location: string | undefined;
  html: string;
}

/** A browser without scripts, as far as the site needs one: it keeps cookies and sends forms. */
export class Visitor {
  readonly url: string;
  readonly cookies = new Map<string, string>();

  /** `session`: the token of somebody who is signed in. */
  constructor(url: string, session?: string) {
    this.url = url;
    if (session !== undefined) this.cookies.set('__Host-session', session);
  }

  get(path: string, headers: Record<string, string> = {}): Promise<SitePage> {
    return this.#fetch(path, { headers });
  }

  /** Posts to the address as it is. */
  post(
    path: string,
    body: string | URLSearchParams | FormData,
    headers: Record<string, string> = {},
  ): Promise<SitePage> {
    return this.#fetch(path, { method: 'POST', body, headers });
  }

  /** Loads the page and sends its form with these fields. */
  async send(
    path: string,
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<SitePage> {
    const token = await this.formToken(path);
    return this.post(path, new URLSearchParams({ form_token: token, ...fields }), headers);
  }

  /** Loads a page and sends its form, files and all, to another address. */
  async fill(page: string, fields: Readonly<Record<string, string | Blob>>, to = page): Promise<SitePage> {
    return this.post(to, bodyOf({ form_token: await this.formToken(page), ...fields }));
  }

  async formToken(path: string): Promise<string> {
    const { html, status } = await this.get(path);
    const token = /name="form_token" value="([^"]+)"/.exec(html)?.[1];
    assert.ok(token !== undefined, `${path} has no form: ${status}`);
    return token;
  }

  /** Signs up with `<name>@example.org`, from an address of its own. */
  async signUp(name: string, password: string): Promise<void> {
    visitors += 1;
    const fields = { do: 'sign-up', name, email: `${name}@example.org`, password };
    const from = { 'x-forwarded-for': `10.9.${visitors >> 8}.${visitors & 255}` };
    const reply = await this.send('/sign-up', fields, from);
    assert.equal(reply.status, 303, reply.html);
  }

  async #fetch(path: string, init: RequestInit): Promise<SitePage> {
    const headers = new Headers(init.headers);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (cookie !== '' && !headers.has('cookie')) headers.set('cookie', cookie);
    const reply = await fetch(this.url + path, { ...init, headers, redirect: 'manual' });
    for (const line of reply.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const isOver = attributes.some(
        (attribute) => attribute === 'Max-Age=0' || /Expires=.*1970/.test(attribute),
      );
      if (isOver) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return {
      status: reply.status,
      headers: reply.headers,
      location: reply.headers.get('location') ?? undefined,
      html: await reply.text(),
    };
  }
}

let visitors = 0;

/** The body of a form: one with parts if a field is a file. */
export const bodyOf = (fields: Readonly<Record<string, string | Blob>>): URLSearchParams | FormData => {
  const form = new FormData();
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, value);
    if (typeof value === 'string') words.append(name, value);
  }
  return words.size < Object.keys(fields).length ? form : words;
};
