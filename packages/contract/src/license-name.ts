const charsMax = 60;

/**
 * A license as people read it. Publish tools of hosts send the table of a pyproject.toml as JSON: of
 * `{"file": "LICENSE"}` it is the file, and of a text its first line.
 */
export const licenseName = (license: string | undefined): string | undefined => {
  const [first = ''] = (fromTable(license) ?? license ?? '').trim().split(/\r\n?|\n/);
  if (first === '') return undefined;
  return first.length > charsMax ? `${first.slice(0, charsMax)}…` : first;
};

const fromTable = (license = ''): string | undefined => {
  if (!license.trim().startsWith('{')) return undefined;
  try {
    const { text, file, name } = JSON.parse(license) as Readonly<Record<string, unknown>>;
    return [name, text, file].find((value) => typeof value === 'string' && value !== '') as
      string | undefined;
  } catch {
    return undefined;
  }
};
