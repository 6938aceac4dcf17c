import { limits } from '../limits.ts';
import { GivenText } from '../text.ts';

/** Why a moderator does something: for the log, and for those whom it affects. */
export const Reason = GivenText(
  limits.descriptionCharsMax,
  'Why: kept in the log, and told to those whom it affects',
);
