import { guide } from '../../guide/guide.ts';
import { useHref } from '../../visit.ts';

interface GuideNavProps {
  /** Of the page, below `/guide/`. */
  address: string;
}

/** All pages of the guide but those of folders, whose index lists them. */
export const GuideNav = ({ address }: GuideNavProps) => {
  const href = useHref();
  const links: readonly (readonly [string, string])[] = [
    ...guide.pages
      .filter(({ group }) => group === 'Guide')
      .map(({ address, title }) => [address, title] as const),
    ['limits', 'Limits of this registry'],
    ['api', 'API reference'],
  ];
  return (
    <nav class="guide-nav" aria-label="Docs">
      <ul>
        {links.map(([to, title]) => (
          <li key={to}>
            <a href={href(`/guide/${to}`)} aria-current={to === address ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};
