import { command, type CommandGroup, optionalText, text } from './command.ts';

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
      load: async () => ({ run: (await import('./admin/moderators.ts')).create }),
    }),
    promote: command({
      brief: 'Make an account a moderator',
      parameters: { flags: { user } },
      load: async () => ({ run: (await import('./admin/moderators.ts')).promote }),
    }),
    demote: command({
      brief: 'Take the role of a moderator away',
      parameters: { flags: { user } },
      load: async () => ({ run: (await import('./admin/moderators.ts')).demote }),
    }),
    list: command({
      brief: 'List the moderators, or show one account',
      parameters: { flags: { email: optionalText('address', 'Show the account with this address') } },
      load: async () => ({ run: (await import('./admin/moderators.ts')).list }),
    }),
    'verify-address': command({
      brief: 'Verify the address of an account without a message',
      description: 'For an account whose owner you know, where mail does not arrive.',
      parameters: { flags: { user } },
      load: async () => ({ run: (await import('./admin/accounts.ts')).verifyAddress }),
    }),
    'remove-second-factor': command({
      brief: 'Remove the second factor of an account and end its sessions',
      description:
        'For somebody who lost the authenticator app or the passkeys, and the recovery codes. All of them are removed. Make sure who asks. Give --user or --email.',
      parameters: {
        flags: { user: { ...user, optional: true }, email: optionalText('address', 'Its e-mail address') },
      },
      load: async () => ({ run: (await import('./admin/accounts.ts')).removeSecondFactor }),
    }),
    'reset-password': command({
      brief: 'Set the password of an account and end its sessions',
      description: 'The new password is in NEW_PASSWORD or on standard input. Give --user or --email.',
      parameters: {
        flags: { user: { ...user, optional: true }, email: optionalText('address', 'Its e-mail address') },
      },
      load: async () => ({ run: (await import('./admin/accounts.ts')).resetPassword }),
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
      load: async () => ({ run: (await import('./admin/accounts.ts')).linkIdentity }),
    }),
    'export-account': command({
      brief: 'Print all that is known about an account, as JSON',
      parameters: { flags: { user } },
      load: async () => ({ run: (await import('./admin/accounts.ts')).exportAccount }),
    }),
    'delete-account': command({
      brief: 'Delete an account with its personal data, once its publishers have other owners',
      parameters: { flags: { user } },
      load: async () => ({ run: (await import('./admin/accounts.ts')).deleteAccount }),
    }),
  },
};
