import { groupRoles, httpUrl, issuerUrl, oneOf, scopes, text } from './setting-parsers.ts';
import { secret, setting } from './setting.ts';

/** How accounts are made, and how their users sign in. */
export const signInSettings = {
  EMAIL_VERIFICATION: setting(
    'Whether only accounts with a verified address make publishers and tokens, publish and accept invitations (`required`), or all do (`off`). By default `off` where only this machine reaches the server and no `MAIL_URL` is set, else `required`; see [mail](mail.md#verified-addresses).',
    undefined,
    oneOf('required', 'off'),
  ),
  SIGN_UP: setting('Whether strangers may sign up: `open` or `closed`.', 'open', oneOf('open', 'closed')),
  PASSWORD_CHECK_URL: setting(
    'A service that knows breached passwords by the first five characters of their SHA-1, such as `https://api.pwnedpasswords.com/range`; by default only the common ones that the server knows are refused.',
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
    'Who needs a second factor for what cannot be undone: nobody (`off`), the owners of publishers with a popular node (`popular`), or all owners and moderators (`required`).',
    'popular',
    oneOf('off', 'popular', 'required'),
  ),
} as const;
