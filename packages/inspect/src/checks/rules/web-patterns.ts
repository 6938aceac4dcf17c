/** Parts of patterns of JavaScript. */

/** Blanks and remarks between the words of a call. */
const GAP = String.raw`(?:\s|\/\*[^*]{0,100}\*\/)*`;
const OPENS = String.raw`${GAP}(?:\?\.${GAP})?\(${GAP}`;
/** Not the method of an object of the package, such as `math.eval(…)`. */
const OF_PAGE = String.raw`(?<!(?<!\b(?:window|globalThis|self|top|parent|frames|global|this|contentWindow|defaultView)\s{0,9})\??\.\s{0,9})`;
export const GLOBAL = String.raw`(?:window\.|globalThis\.|self\.|top\.)?`;
export const NAME = String.raw`[\w$]{1,40}`;

const CONSTRUCTOR = String.raw`(?:\.\s*constructor|\[\s*["'\`]constructor["'\`]\s*\])`;

/** A call of what runs text, also as `(0, eval)(…)`, `window["eval"](…)` and by the constructor of a function. */
export const RUNS = `${OF_PAGE}(?:${[
  String.raw`\b(?:eval|(?:Async)?(?:Generator)?Function|setTimeout|setInterval)${OPENS}`,
  String.raw`\b(?:eval|Function)["'\`]?\s*[\])]\s*\(\s*`,
  String.raw`\b(?:eval|Function)\.(?:call|apply)\(\s*[\w$.]{1,40}\s*,\s*\[?\s*`,
  String.raw`\bReflect\.(?:construct|apply)\(\s*(?:eval|Function)\s*,[^[\]()]{0,20}\[\s*`,
  `${CONSTRUCTOR}\\s*${CONSTRUCTOR}${GAP}\\(\\s*`,
  // Called without `new`, it is that of a function.
  `(?<!\\bnew\\s{1,9}[\\w$.]{0,60})${CONSTRUCTOR}\\(\\s*`,
].join('|')})`;
export const DECODES = String.raw`${GLOBAL}(?:atob|unescape|decodeURIComponent|new\s+TextDecoder\([^()\n]{0,40}\)\.decode|String\.from(?:CharCode|CodePoint)(?:\.apply)?)${OPENS}`;
/** The name of an element counts in any case. */
export const SCRIPT = String.raw`\bdocument\.createElement(?:NS)?\([^()\n]{0,80}["'\`][Ss][Cc][Rr][Ii][Pp][Tt]["'\`]\s*\)`;
export const HOLDS_TEXT = '(?:text|textContent|innerHTML|innerText)';
export const DATA = String.raw`["'\`]data:(?:text|application)\/(?:java|ecma)script\b`;
/** What a page keeps in the browser, all of it. */
export const PAGE_DATA = String.raw`\bdocument(?:\.cookie\b|\[\s*["'\`]cookie["'\`]\s*\])|\b(?:JSON\.stringify|Object\.entries)\(\s*(?:\{\s*\.\.\.)?(?:window\.)?(?:localStorage|sessionStorage)\b|\bbtoa\(\s*(?:window\.)?(?:document\.cookie|localStorage)`;
/** An address of another server, also without the scheme. */
export const ADDRESS = String.raw`["'\`](?:https?:)?\/\/[\w.-]{1,200}\.`;
export const AWAITS_FETCH = String.raw`await\s+\(?\s*(?:await\s+)?fetch\s*\(`;
/** The same, also of a socket. */
export const ANY_ADDRESS = String.raw`["'\`](?:(?:https?|wss?):)?\/\/[\w.-]{1,200}\.`;
