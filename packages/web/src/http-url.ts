/** An address that a link may have; undefined for a text that is none, or has another scheme. */
export const httpUrl = (text: string | undefined): string | undefined => {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
};
