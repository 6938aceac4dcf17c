import { command, type CommandGroup } from './command.ts';
import { optionalText, text } from './flags.ts';

const user = text('id', 'The id of an account, as `list` shows it');

export const admin: CommandGroup = {
  brief: 'Manage moderators, passwords, second factors and accounts',
  commands: {
    create: command({
      brief: 'Create an account for a moderator',
      description: 'The password is in ADMIN_PASSWORD or on standard input.',
      parameters: {
        flags: {
          email: text('address', 'The e-mail address, which no account may have'),
          name: optionalText('name', 'The name; “Moderator” by default'),
        },
      },
      load: () => import('./admin/create.ts'),
    }),
    promote: command({
      brief: 'Make an account a moderator',
      parameters: { flags: { user } },
      load: () => import('./admin/promote.ts'),
    }),
    demote: command({
      brief: 'Take the role of a moderator away',
      parameters: { flags: { user } },
      load: () => import('./admin/demote.ts'),
    }),
    list: command({
      brief: 'List the moderators, or show one account',
      parameters: { flags: { email: optionalText('address', 'Show the account with this address') } },
      load: () => import('./admin/list.ts'),
    }),
    'verify-address': command({
      brief: 'Verify the address of an account without a message',
      description: 'For an account whose owner you know, where mail does not arrive.',
      parameters: { flags: { user } },
      load: () => import('./admin/verify-address.ts'),
    }),
    'remove-second-factor': command({
      brief: 'Remove the second factor of an account and end its sessions',
      description:
        'For somebody who lost the authenticator app or the passkeys, and the recovery codes. All of them are removed. Make sure who asks. Give --user or --email.',
      parameters: {
        flags: { user: { ...user, optional: true }, email: optionalText('address', 'Its e-mail address') },
      },
      load: () => import('./admin/remove-second-factor.ts'),
    }),
    'reset-password': command({
      brief: 'Set the password of an account and end its sessions',
      description: 'The new password is in NEW_PASSWORD or on standard input. Give --user or --email.',
      parameters: {
        flags: { user: { ...user, optional: true }, email: optionalText('address', 'Its e-mail address') },
      },
      load: () => import('./admin/reset-password.ts'),
    }),
    'link-identity': command({
      brief: 'Let an identity at the external provider sign in to an account',
      description: 'For an account that cannot be signed in to otherwise. Give --user or --email.',
      parameters: {
        flags: {
          user: { ...user, optional: true },
          email: optionalText('address', 'Its e-mail address'),
          subject: text('subject', 'The id of the person at the provider (`sub`)'),
          issuer: optionalText('url', 'The provider; OIDC_ISSUER by default'),
        },
      },
      load: () => import('./admin/link-identity.ts'),
    }),
    'export-account': command({
      brief: 'Print all that is known about an account, as JSON',
      parameters: { flags: { user } },
      load: () => import('./admin/export-account.ts'),
    }),
    'delete-account': command({
      brief: 'Delete an account with its personal data, once its publishers have other owners',
      parameters: { flags: { user } },
      load: () => import('./admin/delete-account.ts'),
    }),
  },
};
