import { useHref, useVisit } from '../visit.ts';

interface ModerateNavProps {
  /** How many versions wait for a decision, where that is known. */
  waiting?: number;
}

const places = [
  ['/moderate', 'Queue'],
  ['/moderate/reports', 'Reports'],
  ['/moderate/proposals', 'Proposals'],
  ['/moderate/publishers', 'Publishers'],
  ['/moderate/nodes', 'Nodes'],
  ['/moderate/users', 'Users'],
  ['/moderate/statistics', 'Statistics'],
  ['/moderate/jobs', 'Jobs'],
  ['/moderate/webhooks', 'Webhooks'],
] as const;

/** The pages of moderators. */
export const ModerateNav = ({ waiting }: ModerateNavProps) => {
  const href = useHref();
  const { address } = useVisit();
  const path = address.replace(/\?.*/s, '');
  const isHere = (place: string): boolean =>
    path === place || path.startsWith(place === '/moderate' ? '/moderate/versions/' : `${place}/`);
  return (
    <nav class="tabs" aria-label="Moderation">
      {places.map(([place, name]) => (
        <a key={place} href={href(place)} aria-current={isHere(place) ? 'page' : undefined}>
          {name}
          {place === '/moderate' && waiting !== undefined && waiting > 0 && ` (${waiting})`}
        </a>
      ))}
    </nav>
  );
};
