import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Theme } from '@patchbay/web';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { themeOf } from '../http/response-cache/page-key.ts';
import { prefixOf } from '../prefix-of.ts';

const sessionSeconds = 30 * 24 * 60 * 60;
const themeSeconds = 365 * 24 * 60 * 60;

/**
 * The cookies of the site. Over HTTPS, and on this machine, a browser binds them to this host and to encrypted
 * connections; over plain HTTP elsewhere it would drop them, so they have other names there. Below a prefix they are
 * sent to the site alone, and a browser binds no such cookie to a host.
 */
export class SiteCookies {
  readonly #isSecure: boolean;
  readonly #path: string;
  readonly #options: CookieSerializeOptions;

  constructor(publicUrl: string) {
    const { protocol, hostname } = new URL(publicUrl);
    this.#isSecure = protocol === 'https:' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
    this.#path = prefixOf(publicUrl) || '/';
    this.#options = { path: this.#path, httpOnly: true, sameSite: 'lax', secure: this.#isSecure };
  }

  /** The name and the options of the cookie to which the tokens of forms are bound. */
  get ofForms(): { cookieKey: string; cookieOpts: CookieSerializeOptions } {
    return { cookieKey: this.#name('form'), cookieOpts: this.#options };
  }

  /** The session token of the visitor. */
  session({ cookies }: FastifyRequest): string | undefined {
    return cookies[this.#name('session')];
  }

  theme({ headers }: FastifyRequest): Theme {
    return themeOf(headers.cookie);
  }

  setSession(reply: FastifyReply, token: string | null): void {
    const name = this.#name('session');
    if (token === null) reply.clearCookie(name, this.#options);
    else reply.setCookie(name, token, { ...this.#options, maxAge: sessionSeconds });
  }

  setTheme(reply: FastifyReply, theme: Theme): void {
    const options = { path: this.#path, sameSite: 'lax', secure: this.#isSecure } as const;
    if (theme === 'system') reply.clearCookie('theme', options);
    else reply.setCookie('theme', theme, { ...options, maxAge: themeSeconds });
  }

  #name(what: string): string {
    if (!this.#isSecure) return what;
    return `${this.#path === '/' ? '__Host-' : '__Secure-'}${what}`;
  }
}
