import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Visit } from './site.ts';

/** The request that a page is rendered for. */
export const VisitContext = createContext<Visit | undefined>(undefined);

export const useVisit = (): Visit => {
  const visit = useContext(VisitContext);
  if (visit === undefined) throw new Error('a component of pages was rendered outside of a page');
  return visit;
};

/** Turns a path of the site into an address, below the prefix that the operator chose. */
export const useHref = (): ((path: string) => string) => {
  const visit = useVisit();
  const href = hrefs.get(visit) ?? hrefOf(visit);
  hrefs.set(visit, href);
  return href;
};

/** Most components of a page ask for it. */
const hrefs = new WeakMap<Visit, (path: string) => string>();

export const hrefOf = ({ publicUrl }: Pick<Visit, 'publicUrl'>): ((path: string) => string) => {
  const prefix = new URL(publicUrl).pathname.replace(/\/$/, '');
  return (path) => prefix + path;
};
