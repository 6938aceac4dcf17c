/** The options of each section, by their names in lower case. */
export type IniFile = Map<string, Map<string, string>>;

const sectionLine = /^\[(.+)\]/;
const optionLine = /^(.+?)\s*(?:[=:]\s*(.*))$/;

/** Text as Python's `configparser` reads it. Undefined if that raises, or has references between its values. */
export const parseIni = (text: string): IniFile | undefined => {
  const file: IniFile = new Map();
  let section: Map<string, string> | undefined;
  let last: string | undefined;
  for (const line of text.split('\n')) {
    const bare = line.trim();
    if (bare === '' || bare.startsWith('#') || bare.startsWith(';')) continue;
    if (/^\s/.test(line) && section !== undefined && last !== undefined) {
      section.set(last, `${section.get(last) ?? ''}\n${bare}`.trim());
      continue;
    }
    const name = sectionLine.exec(bare)?.[1];
    if (name !== undefined) {
      if (file.has(name)) return undefined;
      section = new Map();
      last = undefined;
      file.set(name, section);
      continue;
    }
    const [, option, value = ''] = optionLine.exec(bare) ?? [];
    last = option?.toLowerCase();
    if (section === undefined || last === undefined || section.has(last) || value.includes('%'))
      return undefined;
    section.set(last, value);
  }
  return file;
};
