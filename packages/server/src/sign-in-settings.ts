import { groupRoles, httpUrl, issuerUrl, nameServers, oneOf, scopes, text } from './setting-parsers.ts';
import { secret, setting } from './setting.ts';

/** How accounts are made, and how their users sign in. */
export const signInSettings = {
  EMAIL_VERIFICATION: setting(
    'Whether only accounts with a verified address make publishers and tokens, publish and accept invitations (`required`), or all do (`off`). By default `off` where only this machine reaches the server and no `MAIL_URL` is set, else `required`; see [mail](mail.md#verified-addresses).',
    undefined,
    oneOf('required', 'off'),
  ),
  EMAIL_DOMAIN_CHECK: setting(
    'Whether the domains of verified addresses of members are looked up every week, and addresses whose domains are gone stop counting (`on`), or not (`off`). By default as `EMAIL_VERIFICATION`; see [mail](mail.md#domains-that-are-gone).',
    undefined,
    oneOf('on', 'off'),
  ),
  DNS_SERVERS: setting(
    'The name servers that `EMAIL_DOMAIN_CHECK` asks, as addresses, with a port unless it is 53, separated by commas; by default those of the system.',
    undefined,
    nameServers,
  ),
  SIGN_UP: setting('Whether strangers may sign up: `open` or `closed`.', 'open', oneOf('open', 'closed')),
  PASSWORD_CHECK_URL: setting(
    'A service that knows breached passwords by the first five characters of their SHA-1, such as `https://api.pwnedpasswords.com/range`; by default only the common ones that the server knows are refused. It is asked when a password is set, and once a day when it signs in: one that was found in a breach then signs in no longer, and its user gets a message.',
    undefined,
    httpUrl,
  ),
  SIGN_IN: setting(
    'How users sign in: by all means that are set up (`any`), or with the provider of `OIDC_ISSUER` alone (`oidc`); see [sign in](sign-in.md).',
    'any',
    oneOf('any', 'oidc'),
  ),
  OIDC_ISSUER: setting(
    'The OpenID Connect provider with which users may sign in, by the URL of its issuer.',
    undefined,
    issuerUrl,
  ),
  OIDC_CLIENT_ID: setting('The id of this registry at the provider.', undefined, text),
  OIDC_CLIENT_SECRET: secret('Its secret there; without one, it is a public client.', text),
  OIDC_NAME: setting('What users call the provider; by default its host.', undefined, text),
  OIDC_SCOPES: setting(
    'What the provider is asked for, separated by spaces.',
    'openid profile email',
    scopes,
  ),
  OIDC_GROUPS_CLAIM: setting('The claim with the groups of a user at the provider.', 'groups', text),
  OIDC_GROUPS: setting(
    'Which groups are members of which publishers: `<group>=<publisher>:<role>`, separated by commas; the role is `member` or `owner`.',
    undefined,
    groupRoles,
  ),
  SECOND_FACTOR: setting(
    'Who needs a second factor for what cannot be undone: nobody (`off`), the owners of publishers with a popular node (`popular`), all owners and moderators (`required`), or all users (`everyone`), who then need it to publish and to make publishers, too.',
    'popular',
    oneOf('off', 'popular', 'required', 'everyone'),
  ),
  PASSKEY: setting(
    'Who needs a passkey, which resists phishing, for what cannot be undone: nobody (`off`), the owners of publishers with a popular node (`popular`), or all owners and moderators (`required`). `PUBLIC_URL` must have a name.',
    'off',
    oneOf('off', 'popular', 'required'),
  ),
} as const;
