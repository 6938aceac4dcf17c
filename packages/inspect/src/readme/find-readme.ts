const endings = ['md', 'markdown', 'txt', 'rst'];

/** The path of the readme among those of a package: at its root, Markdown before text. */
export const findReadme = (names: Iterable<string>): string | undefined => {
  const found = [...names].flatMap((name) => {
    const [, ending = ''] = /^readme\.(\w+)$/i.exec(name) ?? [];
    const rank = endings.indexOf(ending.toLowerCase());
    return rank < 0 ? [] : [{ name, rank }];
  });
  return found.toSorted((one, other) => one.rank - other.rank)[0]?.name;
};
