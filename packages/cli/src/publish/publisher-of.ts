import type { Project } from '@patchbay/inspect/project';
import { CliError } from '../errors.ts';

/** The publisher of a project: the one that is given, else the one in its pyproject.toml. */
export const publisherOf = ({ publisherId }: Project, given: string | undefined): string => {
  const publisher = given ?? publisherId;
  if (publisher !== undefined) return publisher;
  throw new CliError('invalid_project', 'The publisher is missing.', {
    next: 'Give --publisher, or run `patchbay init` to write it into pyproject.toml.',
  });
};
