/** What authors of readmes call the languages that are highlighted. */
const endings: Readonly<Record<string, string>> = {
  css: 'css',
  html: 'html',
  javascript: 'js',
  js: 'js',
  json: 'json',
  jsx: 'jsx',
  markdown: 'md',
  md: 'md',
  py: 'py',
  python: 'py',
  python3: 'py',
  ts: 'ts',
  tsx: 'tsx',
  typescript: 'ts',
  yaml: 'yaml',
  yml: 'yaml',
};

/** The ending of files in a language by its name; undefined for one that is not highlighted. */
export const endingOf = (language: string): string | undefined =>
  Object.hasOwn(endings, language) ? endings[language] : undefined;
