// Shows the pictures of a readme that are in its package and colours its code, each once it is about to be seen.
import { colourCode } from './colour-code.ts';
import { showPicture } from './show-picture.ts';

interface ReadmeProps {
  packageUrl: string;
  /** The address of the worker that highlights. */
  highlighter: string;
}

export const start = (readme: HTMLElement, { packageUrl, highlighter }: ReadmeProps): void => {
  // One after the other: a readme can have many, and whoever wrote it decides how large they are.
  let turn = Promise.resolve();
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue;
        seen.unobserve(target);
        const { picture, ending } = target.dataset;
        turn = turn.then(async () => {
          if (picture !== undefined) await showPicture(target, packageUrl, picture);
          if (ending !== undefined) await colourCode(target, highlighter, ending);
        });
      }
    },
    { rootMargin: '200px' },
  );
  for (const element of readme.querySelectorAll('[data-picture], [data-ending]')) seen.observe(element);
};
