/** The path of the address under which clients reach this server, without a slash at its end; mostly empty. */
export const prefixOf = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/+$/, '');
