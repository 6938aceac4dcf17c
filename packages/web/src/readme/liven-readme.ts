// Shows the pictures of a readme that are in its package and colours its code, each once it is about to be seen.
import { colourCode } from './colour-code.ts';
import { showPicture } from './show-picture.ts';

interface ReadmeProps {
  packageUrl: string;
  /** The address of the worker that highlights. */
  highlighter: string;
}

export const start = (readme: HTMLElement, { packageUrl, highlighter }: ReadmeProps): void => {
  // What took too long once would take as long again.
  let isColoured = true;
  const liven = async (element: HTMLElement): Promise<void> => {
    const { picture, ending } = element.dataset;
    if (picture !== undefined) await showPicture(element, packageUrl, picture);
    if (ending !== undefined && isColoured) isColoured = await colourCode(element, highlighter, ending);
  };
  // One after the other: a readme can have many large ones, and a stranger wrote it.
  let turn = Promise.resolve();
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue;
        seen.unobserve(target);
        turn = turn.then(() => liven(target));
      }
    },
    { rootMargin: '200px' },
  );
  for (const element of readme.querySelectorAll('[data-picture], [data-ending]')) seen.observe(element);
};
