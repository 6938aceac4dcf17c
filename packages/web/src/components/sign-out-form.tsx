import { useHref, useVisit } from '../visit.ts';

/** The button that ends the session. */
export const SignOutForm = () => {
  const href = useHref();
  const { formToken } = useVisit();
  return (
    <form method="post" action={href('/sign-out')}>
      <input type="hidden" name="form_token" value={formToken} />
      <button>Sign out</button>
    </form>
  );
};
