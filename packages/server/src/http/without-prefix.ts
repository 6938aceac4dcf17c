/**
 * The address of a request without the prefix under which clients reach the server, whether a proxy took it away or
 * not.
 */
export const withoutPrefix = (prefix: string): ((url: string) => string) => {
  if (prefix === '') return (url) => url;
  return (url) => {
    if (!url.startsWith(prefix)) return url;
    const rest = url.slice(prefix.length);
    if (rest.startsWith('/')) return rest;
    return rest === '' || rest.startsWith('?') ? `/${rest}` : url;
  };
};
