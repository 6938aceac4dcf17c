/** JSON with null in place of the `NaN` and `Infinity` that Python writes, outside of texts. */
export const replaceNaN = (json: string): string => {
  const pieces: string[] = [];
  let at = 0;
  while (at < json.length) {
    const quote = json.indexOf('"', at);
    const outside = json.slice(at, quote === -1 ? undefined : quote);
    pieces.push(outside.replaceAll(/-?\bInfinity\b|\bNaN\b/g, 'null'));
    if (quote === -1) break;
    at = endOfText(json, quote);
    pieces.push(json.slice(quote, at));
  }
  return pieces.join('');
};

/** Behind the quote that ends the text, or the end of all. No regular expression is linear for a text without an end. */
const endOfText = (json: string, begin: number): number => {
  for (let quote = json.indexOf('"', begin + 1); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (json[quote - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return json.length;
};
