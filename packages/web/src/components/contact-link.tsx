import { useVisit } from '../visit.ts';

/** How to reach the moderators; no link where the operator names no contact. */
export const ContactLink = () => {
  const { securityContact } = useVisit();
  const words = 'Contact the moderators';
  if (securityContact === undefined) return <>{words}</>;
  return (
    <a href={securityContact} rel="nofollow noopener">
      {words}
    </a>
  );
};
