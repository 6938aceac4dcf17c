import { CliError } from '../errors.ts';

/** The version is published, and its package has other bytes. */
export const otherBytes = (
  { nodeId, version }: { readonly nodeId: string; readonly version: string },
  cause?: Error,
): CliError =>
  new CliError('version_exists', `Version ${version} of ${nodeId} was published with another content.`, {
    cause,
  });
