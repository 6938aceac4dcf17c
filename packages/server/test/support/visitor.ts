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

  constructor(url: string) {
    this.url = url;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<SitePage> {
    return this.#fetch(path, { headers });
  }

  /** Posts to the address as it is. */
  post(
    path: string,
    body: string | URLSearchParams,
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
