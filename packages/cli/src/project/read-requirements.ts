/** The lines of a requirements.txt. */
export interface Requirements {
  /** Those that a pyproject.toml can have. */
  kept: string[];
  /** Options of pip, such as `-r more.txt`, and what no index has, such as `./wheels/ink.whl`. */
  leftOut: string[];
}

const name = String.raw`[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?`;
const extras = String.raw`(?:\s*\[[\w.,\s-]*\])?`;
const comparison = String.raw`(?:===|[<>=!~]=|[<>])\s*[\w.*+!-]+`;
const versions = String.raw`${comparison}(?:\s*,\s*${comparison})*`;
/** https://packaging.python.org/en/latest/specifications/dependency-specifiers/ */
const requirement = new RegExp(
  String.raw`^${name}${extras}(?:\s*@\s*\S+(?=\s|$)|\s*\(\s*${versions}\s*\)|\s*${versions})?\s*(?:;.*)?$`,
);
/** Behind a requirement: https://pip.pypa.io/en/stable/reference/requirements-file-format/#per-requirement-options */
const options = /\s+--[a-z].*$/;

/** Sorts the lines of a requirements.txt, without comments and without the options of single requirements. */
export const readRequirements = (text: string): Requirements => {
  const lines = text
    .replaceAll(/\\(?:\r\n?|\n)/g, ' ')
    // Also so that the expressions below take linear time: the file may be a stranger's. Behind the joining of lines,
    // which can make a run of spaces too.
    .replaceAll(/[^\S\r\n]+/g, ' ')
    .split(/\r\n?|\n/)
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .filter((line) => line !== '');
  const kept: string[] = [];
  const leftOut: string[] = [];
  for (const line of lines) {
    const alone = line.replace(options, '');
    if (requirement.test(alone)) kept.push(alone);
    else leftOut.push(line);
  }
  return { kept, leftOut };
};
