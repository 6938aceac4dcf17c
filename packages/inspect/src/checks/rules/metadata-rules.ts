import type { RuleText } from '../rule.ts';

/** Findings for a package that describes itself differently from how it was published, or cannot be loaded as it is. */
export const metadataRules = {
  'nothing-at-root': {
    severity: 'error',
    shadow: false,
    reads: 'any file',
    means: 'All files are in one folder, so the host finds nothing to load at the root of the package.',
    fix: 'Build the zip from inside that folder.',
    notice: 'Has nothing at its root that the host could load.',
  },
  'dependencies-differ': {
    severity: 'warning',
    shadow: false,
    reads: 'text',
    means:
      'The dependencies in pyproject.toml are not those that the version was published with, so readers of the registry see other ones.',
    fix: 'Publish the version with the dependencies of pyproject.toml, or correct them there.',
    notice: 'Declares other dependencies than the registry shows.',
  },
  'license-differs': {
    severity: 'warning',
    shadow: false,
    reads: 'text',
    means: 'The license in pyproject.toml is not the one that the registry shows for the node.',
    fix: 'Set the license of the node to the one of pyproject.toml, or correct it there.',
    notice: 'Declares another license than the registry shows.',
  },
} as const satisfies Record<string, RuleText>;
