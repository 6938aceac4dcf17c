/** How a program names itself, and how people call it. The first that fits counts: most browsers name others, too. */
const programs: readonly (readonly [RegExp, string])[] = [
  [/\bpatchbay\//, 'the command line'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^python-|\bPython\//, 'Python'],
  [/^(?:node|undici)\b/, 'Node.js'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b|\bwin32\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bdarwin\b/, 'macOS'],
  [/\bLinux\b/i, 'Linux'],
];

const nameIn = (table: typeof programs, agent: string): string | undefined =>
  table.find(([form]) => form.test(agent))?.[1];

const readCharsMax = 1_000;

/** What signed in, in words, by its User-Agent. Undefined if that says nothing known: a stranger chose the text. */
export const deviceName = (userAgent: string | undefined): string | undefined => {
  const agent = userAgent?.slice(0, readCharsMax) ?? '';
  const [program, system] = [nameIn(programs, agent), nameIn(systems, agent)];
  if (program === undefined) return system && `A program on ${system}`;
  const named = program.replace(/^the/, 'The');
  return system === undefined ? named : `${named} on ${system}`;
};
