import type { Endpoints } from '@patchbay/contract';
import { requestOptions } from '../../accounts/passkeys.ts';
import type { Operation } from '../operation.ts';

export const startPasskeySignIn: Operation<Endpoints['startPasskeySignIn']> = (context) =>
  requestOptions(context);
