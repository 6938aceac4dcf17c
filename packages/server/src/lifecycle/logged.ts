import type { ChangeKind } from '@patchbay/contract';
import type { NewChange } from '../store/log/change.ts';

/** What the log holds of a change of one of these kinds, besides what it is about. */
export type Logged<Kind extends ChangeKind, Change = NewChange> = Change extends {
  kind: Kind;
  about: unknown;
}
  ? Omit<Change, 'about'>
  : never;
