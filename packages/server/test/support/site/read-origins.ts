const tags = /<a class="tag" href="([^"]*)"[^>]*>from <bdi>([^<]*)<\/bdi>/g;

/** For each mark of another registry on a page of the site: where it leads, and what it says. */
export const readOrigins = async (url: string, path: string): Promise<string[]> => {
  const response = await fetch(url + path);
  const html = await response.text();
  return Array.from(html.matchAll(tags), ([, to, host]) => `${to} ${host}`);
};
