import { ProjectError } from '@patchbay/inspect/project';
import { ZipError } from './zip-error.ts';

/** Why a package cannot be published, in sentences. */
export interface PackageFault {
  readonly message: string;
  readonly details: readonly { readonly path: string; readonly message: string }[];
}

/** What is wrong with a package, if that is what was thrown. */
export const packageFault = (thrown: unknown): PackageFault | undefined => {
  if (thrown instanceof ZipError) return { message: thrown.message, details: [] };
  if (thrown instanceof ProjectError) return { message: thrown.message, details: thrown.details ?? [] };
  return undefined;
};
