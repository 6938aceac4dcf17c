import { ConfigFault } from '../setting.ts';

/**
 * The addresses that the accounts library accepts for signing in. They hold no space, no control character and none of
 * the signs that separate addresses, so one cannot become two, or another header.
 */
const pattern = /^[\w'+-]+(\.[\w'+-]+)*(?<!')@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
const charsMax = 320;

/** Whether a text is one e-mail address. */
export const isMailAddress = (text: string): boolean => text.length <= charsMax && pattern.test(text);

/**
 * Whether a person can have this address. What has none, such as a deleted account, has one below `.invalid`, where no
 * mailbox can be (RFC 2606).
 */
export const isMailboxAddress = (text: string): boolean =>
  isMailAddress(text) && !text.toLowerCase().endsWith('.invalid');

/** The server that takes messages. */
export interface MailServer {
  host: string;
  port: number;
  /** Whether the connection begins with TLS. */
  secure: boolean;
  auth: { user: string; pass: string } | undefined;
}

const defaultPorts = { 'smtp:': 587, 'smtps:': 465 } as const;

export const mailUrl = (value: string): MailServer | ConfigFault => {
  const form =
    'must be smtp://<user>:<password>@<host>:<port>, or smtps:// where the connection begins with TLS';
  if (!URL.canParse(value)) return new ConfigFault(form);
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(value);
  if (protocol !== 'smtp:' && protocol !== 'smtps:') return new ConfigFault(form);
  if (hostname === '' || !/^\/?$/.test(pathname) || search !== '' || hash !== '')
    return new ConfigFault(form);
  if ((username === '') !== (password === '')) return new ConfigFault(form);
  try {
    return {
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? defaultPorts[protocol] : Number(port),
      secure: protocol === 'smtps:',
      auth:
        username === ''
          ? undefined
          : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    };
  } catch {
    return new ConfigFault('must have its user and password percent-encoded');
  }
};

/** Who messages are from. */
interface MailSender {
  name: string;
  address: string;
}

export const mailFrom = (value: string): MailSender | ConfigFault => {
  const [, name = '', inBrackets] = /^([^<>\p{C}]{0,100}?)\s*<([^<>\s]+)>$/u.exec(value) ?? [];
  const address = inBrackets ?? value;
  return isMailAddress(address)
    ? { name: name.replace(/^"(.*)"$/, '$1'), address }
    : new ConfigFault('must be an e-mail address, or a name and one, like Patchbay <patchbay@example.org>');
};
