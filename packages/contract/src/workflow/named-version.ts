import { canonicalVersion } from '../canonical-version.ts';

/** The number that a workflow's file means by a version, as hosts write them: `1.0` and `v1.0.0` mean `1.0.0`. */
export const namedVersion = (version: string): string => canonicalVersion(version, { looseVersions: true });
