import type { Passkey } from '@patchbay/contract';
import type { PasskeyRecord } from '../store/rows/passkeys.ts';

export const presentPasskey = ({ id, name, created_at, last_used_at }: PasskeyRecord): Passkey => ({
  id,
  name,
  created_at,
  ...(last_used_at === null ? {} : { last_used_at }),
});
