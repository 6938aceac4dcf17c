import type { TomlTable, TomlValue } from 'smol-toml';

export interface Fault {
  /** Where, as a JSON Pointer into the file. */
  readonly path: string;
  readonly message: string;
}

/** Reads values by path. A value of the wrong type counts as absent and is a fault. */
export interface TomlReader {
  readonly faults: readonly Fault[];
  /** Whether there is a value other than an empty text. */
  has(...path: readonly string[]): boolean;
  text(...path: readonly string[]): string | undefined;
  texts(...path: readonly string[]): readonly string[] | undefined;
  /** Undefined for anything but a table, which is not a fault. */
  table(...path: readonly string[]): TomlTable | undefined;
  refuse(path: readonly string[], message: string): void;
}

export const makeTomlReader = (root: TomlTable): TomlReader => {
  const faults: Fault[] = [];
  const refuse = (path: readonly string[], message: string): void =>
    void faults.push({ path: `/${path.join('/')}`, message });
  const find = (path: readonly string[]): TomlValue | undefined =>
    path.reduce<TomlValue | undefined>((value, key) => (isTable(value) ? value[key] : undefined), root);
  return {
    faults,
    refuse,
    has: (...path) => !['', undefined].includes(find(path) as string | undefined),
    table(...path) {
      const value = find(path);
      return isTable(value) ? value : undefined;
    },
    text(...path) {
      const value = find(path);
      if (value === undefined || typeof value === 'string') return value?.trim() || undefined;
      refuse(path, 'This must be text. Put it in quotes.');
    },
    texts(...path) {
      const value = find(path);
      if (value === undefined) return undefined;
      if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
      refuse(path, 'This must be a list of texts, such as ["one", "two"].');
    },
  };
};

const isTable = (value: TomlValue | undefined): value is TomlTable =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);
