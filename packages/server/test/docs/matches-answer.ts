/**
 * Whether a line that was printed is the one a page shows. There `…` stands for any text within a string, for any
 * value of a key, and as a member of an object for all members that are not shown; their order does not matter.
 */
export const matchesAnswer = (shown: string, printed: string): boolean =>
  shown.startsWith('{') && printed.startsWith('{')
    ? matchesValue(parseShown(shown), JSON.parse(printed))
    : matchesText(shown, printed);

const parseShown = (shown: string): unknown =>
  JSON.parse(shown.replaceAll(/(?<=[{,])…(?=[,}])/g, '"…":"…"').replaceAll(':…', ':"…"'));

const matchesValue = (shown: unknown, printed: unknown): boolean => {
  if (shown === '…') return true;
  if (typeof shown === 'string') return typeof printed === 'string' && matchesText(shown, printed);
  if (Array.isArray(shown)) {
    return (
      Array.isArray(printed) &&
      printed.length === shown.length &&
      shown.every((item, index) => matchesValue(item, printed[index]))
    );
  }
  if (!isObject(shown)) return shown === printed;
  return isObject(printed) && matchesObject(shown, printed);
};

const matchesObject = ({ '…': rest, ...shown }: JsonObject, printed: JsonObject): boolean =>
  Object.entries(shown).every(([key, value]) => key in printed && matchesValue(value, printed[key])) &&
  (rest !== undefined || Object.keys(printed).length === Object.keys(shown).length);

type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

const matchesText = (shown: string, printed: string): boolean =>
  new RegExp(`^${shown.split('…').map(literally).join('.*')}$`, 's').test(printed);

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
