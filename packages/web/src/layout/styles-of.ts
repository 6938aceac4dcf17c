/** The style sheets that some pages load besides that of all, by their addresses. */
const sheets: readonly (readonly [RegExp, string])[] = [
  [/^\/n\/[^/]+\/(?:v\/[^/]+\/source|diff\/)/, 'source.css'],
  [/^\/(?:account|moderate)\b/, 'desk.css'],
  [/^\/(?:workflow|design)\b/, 'workflow.css'],
  [/^\/guide\b/, 'guide.css'],
];

/** The names of all style sheets of a page. */
export const stylesOf = (address: string): string[] => [
  'site.css',
  ...sheets.flatMap(([pattern, name]) => (pattern.test(address) ? [name] : [])),
];
