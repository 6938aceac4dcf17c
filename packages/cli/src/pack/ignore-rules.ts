import ignore from 'ignore';
import { type Project, toolTables } from '@patchbay/inspect/project';
import { alwaysOut } from './always-out.ts';

/** What a rule says of a path. */
export interface Ruling {
  readonly isKept: boolean;
  /** The rule as people read it: `.gitignore:3 *.log`. */
  readonly rule: string;
}

/** Undefined if no rule names the path. A folder's path ends in a slash. */
export type Rules = (path: string) => Ruling | undefined;

/** Rules of which the first that names a path counts. */
export const firstRuling =
  (rules: readonly Rules[]): Rules =>
  (path) => {
    for (const one of rules) {
      const ruling = one(path);
      if (ruling !== undefined) return ruling;
    }
  };

/** What is always left out, earlier packages of the project included. */
export const alwaysRules = ({ nodeId }: Pick<Project, 'nodeId'>): Rules => {
  const earlier = [
    `${nodeId}-[0-9]*.zip`,
    ...toolTables.flatMap(({ earlierPackage }) => earlierPackage ?? []),
  ];
  const patterns = Object.entries(alwaysOut).flatMap(([what, names]) =>
    names.map((pattern) => ({ pattern, mark: what })),
  );
  const atRoot = earlier.map((name) => ({ pattern: `/${name}`, mark: 'an earlier package' }));
  const matcher = create().add([...patterns, ...atRoot]);
  return (path) => {
    const { rule } = matcher.test(path);
    return rule && { isKept: false, rule: `always out: ${rule.mark}` };
  };
};

/** The rules in the text of an ignore file, for paths from its folder. */
export const fileRules = (file: string, text: string): Rules => {
  const lines = text.split(/\r?\n/).map((pattern, index) => ({ pattern, mark: `${file}:${index + 1}` }));
  const matcher = create().add(lines);
  return (path) => {
    const { rule, unignored } = matcher.test(path);
    if (rule !== undefined) return { isKept: false, rule: `${rule.mark} ${rule.pattern}` };
    return unignored ? { isKept: true, rule: `${file} brings it back` } : undefined;
  };
};

// Case counts on every system, so that the package is the same wherever it is built.
const create = (): ignore.Ignore => ignore({ ignorecase: false });
