import type { Fault } from './toml-reader.ts';

/** A project that cannot be published in its current form. */
export class ProjectError extends Error {
  override readonly name = 'ProjectError';
  readonly details: readonly Fault[] | undefined;

  constructor(message: string, details?: readonly Fault[]) {
    super(message);
    this.details = details;
  }
}
