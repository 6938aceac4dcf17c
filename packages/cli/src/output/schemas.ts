import * as contract from '@patchbay/contract';
import { Type } from 'typebox';

/** What the schemas of the commands are made of: the contract's, and the library they are written in. */
export type Schemas = typeof contract & { readonly Type: typeof Type };
export const schemas: Schemas = { ...contract, Type };
