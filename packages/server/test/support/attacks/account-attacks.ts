import { type Arena, attackerPassword } from './arena.ts';
import type { Attacks } from './attack.ts';

const post = (path: string, body: object, bearer?: string) => ({
  method: 'POST',
  path,
  headers: {
    'content-type': 'application/json',
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
  },
  body: JSON.stringify(body),
});
const account = (email: string) => ({ name: 'Eve', email, password: attackerPassword });
const signIn = (email: string, password: string) => post('/auth/sign-in/email', { email, password });

/** Of one address: each is another account to the registry, or the same. */
const spellings = (name: string, index: number): string =>
  [
    `${name}@example.org`,
    `${name.toUpperCase()}@EXAMPLE.org`,
    `${name}+${index}@example.org`,
    `${name}@Example.Org`,
  ][index % 4] ?? '';

const unique = ({ addresses }: Arena, index: number) =>
  `${addresses[0]?.replaceAll('.', '-')}-${index}@example.org`;

/** Accounts, sessions and passwords. */
export const accountAttacks: Attacks = {
  'sign-ups': {
    does: 'signs up again and again',
    bound: 'the rate `sign-ups` of the address',
    request: (arena, index) => post('/auth/sign-up/email', account(unique(arena, index))),
  },
  'sign-ups from many addresses': {
    does: 'signs up again and again, from 64 addresses',
    bound: 'the rate `sign-ups` of each address; one or two passwords are hashed at a time',
    addresses: 64,
    growthMax: 4_000_000,
    request: (arena, index) => post('/auth/sign-up/email', account(unique(arena, index))),
  },
  'one address in many spellings': {
    does: 'signs up with one e-mail address in many spellings',
    bound: 'the rate `sign-ups` of the address; upper and lower case are one',
    request: (_, index) => post('/auth/sign-up/email', account(spellings('spelled', index))),
  },
  'long passwords': {
    does: 'signs in with passwords of 200 kB',
    bound: '128 characters; the rate `sign-ins-by-address`',
    request: () => signIn('moderator@example.org', 'x'.repeat(200_000)),
  },
  'guesses at one password': {
    does: 'guesses at the password of a moderator',
    bound: 'the rates `sign-ins` and `sign-ins-by-address`',
    request: (_, index) => signIn('moderator@example.org', `guess number ${index}`),
  },
  'guesses at many passwords': {
    does: 'tries one password with many accounts, from 64 addresses',
    bound: 'the rate `sign-ins-by-address`; one or two passwords are hashed at a time',
    addresses: 64,
    request: (_, index) => signIn(`nobody-${index}@example.org`, attackerPassword),
  },
  sessions: {
    does: 'signs in again and again with the right password, from 64 addresses',
    bound: 'the rate `sign-ins` of the account; 100 sessions of an account',
    by: 'publisher',
    addresses: 64,
    request: ({ email }) => signIn(email, attackerPassword),
  },
  'changes of a password': {
    does: 'changes its password to and fro',
    bound: 'the rate `sign-ins` of the account',
    by: 'publisher',
    request: ({ bearer }) =>
      post(
        '/auth/change-password',
        { currentPassword: attackerPassword, newPassword: attackerPassword },
        bearer,
      ),
  },
};
