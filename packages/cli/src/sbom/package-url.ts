/** As https://github.com/package-url/purl-spec writes a part: more is encoded than for a URL. */
const encoded = (text: string): string =>
  encodeURIComponent(text)
    .replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%3A', ':');

interface Parts {
  readonly type: 'generic' | 'pypi';
  readonly namespace?: string | undefined;
  readonly name: string;
  readonly version?: string | undefined;
  readonly qualifiers?: Readonly<Record<string, string | undefined>>;
}

/** The package URL of something, in its canonical form. */
export const packageUrl = ({ type, namespace, name, version, qualifiers = {} }: Parts): string => {
  const path = [type, namespace, name].filter((part) => part !== undefined).map(encoded);
  const query = Object.entries(qualifiers)
    .flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${encoded(value)}`]))
    .toSorted();
  return [
    `pkg:${path.join('/')}`,
    ...(version === undefined ? [] : [`@${encoded(version)}`]),
    ...(query.length === 0 ? [] : [`?${query.join('&')}`]),
  ].join('');
};
