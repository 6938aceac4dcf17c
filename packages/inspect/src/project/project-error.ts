import type { Project } from './project.ts';
import type { Fault } from './toml-reader.ts';

/** A project that cannot be published in its current form. */
export class ProjectError extends Error {
  override readonly name = 'ProjectError';
  readonly details: readonly Fault[] | undefined;
  /** What could be read of it, so that all else that is wrong can be said as well. */
  readonly found: Partial<Project> | undefined;

  constructor(message: string, details?: readonly Fault[], found?: Partial<Project>) {
    super(message);
    this.details = details;
    this.found = found;
  }
}
