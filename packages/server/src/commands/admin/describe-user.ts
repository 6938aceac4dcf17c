import type { UserRecord } from '../../store/rows/users.ts';

/** An account in a sentence. Never its name, which is arbitrary text chosen by a stranger. */
export const describeUser = ({ id, email }: UserRecord): string => `${email} (user ${id})`;
