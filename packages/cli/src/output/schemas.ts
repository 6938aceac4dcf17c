import { Type } from 'typebox';
import * as contract from '@patchbay/contract';

/** What the schemas of the commands are made of: the contract's, and the library they are written in. */
export const schemas = { ...contract, Type };
export type Schemas = typeof schemas;
