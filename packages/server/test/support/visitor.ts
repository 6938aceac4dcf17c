import assert from 'node:assert/strict';

/** A page as a browser got it. */
export interface Shown {
  status: number;
  headers: Headers;
  html: string;
  /** Where a form sent its visitor. */
  location: string | null;
}

/** A browser without scripts: it keeps the cookies of the site and sends its forms. */
export class Visitor {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  /** `session`: the token of a signed-in user. */
  constructor(url: string, session?: string) {
    this.#url = url;
    if (session !== undefined) this.#cookies.set('__Host-session', session);
  }

  open(path: string): Promise<Shown> {
    return this.#fetch(path, {});
  }

  /** Opens a page and sends a form to an address with the page's token. */
  async fill(page: string, fields: Readonly<Record<string, string | Blob>>, to = page): Promise<Shown> {
    const { html } = await this.open(page);
    const [, token] = /name="form_token" value="([^"]+)"/.exec(html) ?? [];
    assert.ok(token, `${page} has no form: ${html}`);
    return this.send(to, { form_token: token, ...fields });
  }

  /** Sends a form as it is, as one with a file if there is one. */
  send(path: string, fields: Readonly<Record<string, string | Blob>>): Promise<Shown> {
    const form = new FormData();
    const words = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) {
      form.append(name, value);
      if (typeof value === 'string') words.append(name, value);
    }
    const hasFile = Object.values(fields).some((value) => value instanceof Blob);
    return this.#fetch(path, { method: 'POST', body: hasFile ? form : words });
  }

  async #fetch(path: string, init: RequestInit): Promise<Shown> {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(this.#url + path, { ...init, headers: { cookie }, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return {
      status: response.status,
      headers: response.headers,
      html: await response.text(),
      location: response.headers.get('location'),
    };
  }
}
