import { figures } from './figures.ts';
import type { Results } from './results.ts';

const block = /<!-- figures: (\S+) -->\n.*?<!-- end of figures -->/gs;

/** A page with each block between `figures: <name>` and `end of figures` filled from the results. */
export const fillFigures = (page: string, results: Results): string =>
  page.replaceAll(block, (_, name: string) => {
    const figure = figures[name];
    if (figure === undefined) {
      throw new Error(`there are no figures "${name}"; there are ${Object.keys(figures).join(', ')}`);
    }
    return `<!-- figures: ${name} -->\n\n${figure(results)}\n\n<!-- end of figures -->`;
  });
