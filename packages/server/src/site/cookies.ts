import type { CookieSerializeOptions } from '@fastify/cookie';
import { limits } from '@patchbay/contract';
import type { ExternalFlow, Theme } from '@patchbay/web';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { themeOf } from '../http/response-cache/keep-reply.ts';
import { prefixOf } from '../addresses.ts';

const sessionSeconds = 30 * 24 * 60 * 60;
/** From a form to the page after it. */
const doneSeconds = 60;
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
  /** Of what scripts may read. */
  readonly #readable: CookieSerializeOptions;

  constructor(publicUrl: string) {
    const { protocol, hostname } = new URL(publicUrl);
    this.#isSecure = protocol === 'https:' || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
    this.#path = prefixOf(publicUrl) || '/';
    this.#options = { path: this.#path, httpOnly: true, sameSite: 'lax', secure: this.#isSecure };
    this.#readable = { ...this.#options, httpOnly: false };
  }

  /** The name and the options of the cookie to which the tokens of forms are bound. */
  get ofForms(): { cookieKey: string; cookieOpts: CookieSerializeOptions } {
    return { cookieKey: this.#name('form'), cookieOpts: this.#options };
  }

  /** The session token of the visitor. What no header can carry is none, and would fail every page. */
  session({ cookies }: FastifyRequest): string | undefined {
    const token = cookies[this.#name('session')] ?? '';
    return /^[\x21-\x7e]+$/.test(token) ? token : undefined;
  }

  theme({ headers }: FastifyRequest): Theme {
    return themeOf(headers.cookie);
  }

  setSession(reply: FastifyReply, token: string | null): void {
    const name = this.#name('session');
    if (token === null) {
      reply.clearCookie(name, this.#options).clearCookie(this.#name('signed-in'), this.#readable);
    } else {
      reply.setCookie(name, token, { ...this.#options, maxAge: sessionSeconds });
      this.#mark(reply);
    }
  }

  /** Lets the scripts of pages know that there is a session, unless they do. */
  markSession(request: FastifyRequest, reply: FastifyReply): void {
    if (request.cookies[this.#name('signed-in')] === undefined) this.#mark(reply);
  }

  #mark(reply: FastifyReply): void {
    reply.setCookie(this.#name('signed-in'), 'true', { ...this.#readable, maxAge: sessionSeconds });
  }

  /** Keeps what a form did until the next page says it, once: the word that the address of that page has for it. */
  setDone(reply: FastifyReply, word: string): void {
    reply.setCookie(this.#name('done'), word, { ...this.#options, maxAge: doneSeconds });
  }

  takeDone({ cookies }: FastifyRequest, reply: FastifyReply): string | undefined {
    const name = this.#name('done');
    if (cookies[name] !== undefined) reply.clearCookie(name, this.#options);
    return cookies[name];
  }

  /** Binds a sign-in with the external provider to this browser: what another one brings back is of no use here. */
  setFlow(reply: FastifyReply, flow: ExternalFlow | null): void {
    const name = this.#name('flow');
    if (flow === null) reply.clearCookie(name, this.#options);
    else
      reply.setCookie(name, `${flow.secret} ${flow.to}`, {
        ...this.#options,
        maxAge: limits.externalSignInSeconds,
      });
  }

  flow({ cookies }: FastifyRequest): ExternalFlow | undefined {
    const [, secret, to] = /^([\w-]+) (\/.*)$/s.exec(cookies[this.#name('flow')] ?? '') ?? [];
    return secret === undefined || to === undefined ? undefined : { secret, to };
  }

  setTheme(reply: FastifyReply, theme: Theme): void {
    if (theme === 'system') reply.clearCookie('theme', this.#readable);
    else reply.setCookie('theme', theme, { ...this.#readable, maxAge: themeSeconds });
  }

  #name(what: string): string {
    if (!this.#isSecure) return what;
    return `${this.#path === '/' ? '__Host-' : '__Secure-'}${what}`;
  }
}
