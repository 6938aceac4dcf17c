import { useHref, useVisit } from '../visit.ts';

interface AccountNavProps {
  /** The publisher that the page is about, with the caller's role there. */
  publisher?: { id: string; isOwner: boolean };
}

/** The way around an account and, on the pages of a publisher, around that. */
export const AccountNav = ({ publisher }: AccountNavProps) => {
  const href = useHref();
  const { address } = useVisit();
  const here = address.replace(/\?.*/s, '');
  const base = `/account/publishers/${publisher?.id}`;
  const links: readonly (readonly [path: string, label: string])[] =
    publisher === undefined
      ? [
          ['/account', 'Account'],
          ['/account/security', 'Security'],
          ['/account/new-publisher', 'New publisher'],
          ['/account/invitations', 'Invitations'],
          ['/account/reports', 'Reports'],
          ['/account/activity', 'Activity'],
          ['/account/data', 'Your data'],
        ]
      : [
          ['/account', 'Account'],
          [base, publisher.id],
          [`${base}/publish`, 'Publish'],
          [`${base}/members`, 'Members'],
          ...(publisher.isOwner
            ? ([
                [`${base}/tokens`, 'Tokens'],
                [`${base}/trusted-publishers`, 'Trusted'],
                [`${base}/webhooks`, 'Webhooks'],
              ] as const)
            : []),
          [`${base}/usage`, 'Usage'],
          [`${base}/history`, 'History'],
        ];
  return (
    <nav class="tabs" aria-label={publisher === undefined ? 'Account' : 'Publisher'}>
      {links.map(([path, label]) => (
        <a
          key={path}
          href={href(path)}
          aria-current={
            path === here || (here.startsWith(`${base}/webhooks/`) && path.endsWith('/webhooks'))
              ? 'page'
              : undefined
          }
        >
          <bdi>{label}</bdi>
        </a>
      ))}
    </nav>
  );
};
