import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { AccountExport } from '../../resources/account-export.ts';

export const exportAccount = endpoint({
  method: 'GET',
  path: '/users/export',
  tag: 'accounts',
  summary: 'All that the registry knows about the account of the caller',
  auth: 'bearer',
  rateCosts: { reads: 20 },
  reply: {
    status: 200,
    description: `The account, with at most ${limits.barePageSizeMax} items in each list, the newest ones`,
    body: AccountExport,
  },
  errors: ['forbidden'],
});
