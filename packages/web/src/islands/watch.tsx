import { useEffect } from 'preact/hooks';
import { replacePart } from './replace-part.ts';

interface WatchProps {
  /** The id of an element, which has `data-open` as long as it will change. */
  part: string;
}

const pauseMs = { first: 500, longest: 5_000, factor: 1.5, all: 15 * 60_000 };

/** Asks for this page again and shows what changed in one part of it, until that changes no more. */
export const Island = ({ part }: WatchProps) => {
  useEffect(() => {
    const end = performance.now() + pauseMs.all;
    let timer = 0;
    let wait = pauseMs.first;
    const isOpen = (): boolean =>
      document.getElementById(part)?.dataset['open'] !== undefined && performance.now() < end;
    const look = async (): Promise<void> => {
      try {
        const response = await fetch(location.href, { headers: { accept: 'text/html' } });
        if (response.ok)
          replacePart(part, new DOMParser().parseFromString(await response.text(), 'text/html'));
      } catch {
        // The connection may be back at the next look.
      }
      wait = Math.min(wait * pauseMs.factor, pauseMs.longest);
      if (isOpen()) timer = window.setTimeout(() => void look(), wait);
    };
    if (isOpen()) timer = window.setTimeout(() => void look(), wait);
    return () => clearTimeout(timer);
  }, [part]);
  return null;
};
