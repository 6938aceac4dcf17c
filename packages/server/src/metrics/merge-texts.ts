/** Merges texts in the Prometheus format, so that all samples of a metric are together. */
export const mergeTexts = (texts: readonly string[]): string => {
  const samples = new Map<string, string[]>();
  for (const text of texts) {
    for (const block of text.trim().split('\n\n')) {
      const [help = '', type = '', ...lines] = block.split('\n');
      const head = `${help}\n${type}`;
      const known = samples.get(head);
      if (known === undefined) samples.set(head, lines);
      else known.push(...lines);
    }
  }
  return [...samples].map(([head, lines]) => [head, ...lines].join('\n') + '\n').join('\n');
};
