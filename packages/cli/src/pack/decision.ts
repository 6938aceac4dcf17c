/** Whether a file is in the package, and why. */
export interface Decision {
  /** Relative to the project, with slashes. A folder, which is only named if it is left out whole, ends in one. */
  readonly path: string;
  readonly isKept: boolean;
  /** The rule that decided. */
  readonly rule: string;
}

export interface KeptFile extends Decision {
  readonly isKept: true;
  /** The file that is read: for a link, its target. */
  readonly source: string;
  readonly bytes: number;
}

export interface Tree {
  /** In the order of their paths. */
  readonly kept: readonly KeptFile[];
  readonly dropped: readonly Decision[];
  /** Includes that name nothing, or what is always left out. */
  readonly warnings: readonly string[];
}
