import type { OpenapiDocument } from '@patchbay/contract';

/** The path of the address under which clients reach this server, without a slash at its end; mostly empty. */
export const prefixOf = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/+$/, '');

/** The interface as it is found below a prefix. */
export const withPrefix = (document: OpenapiDocument, prefix: string): OpenapiDocument =>
  prefix === '' ? document : { ...document, servers: [{ url: prefix }] };
