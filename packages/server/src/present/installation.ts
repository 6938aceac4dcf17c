import type { Habits, NodeVersion } from '@patchbay/contract';
import type { ShownVersion } from '../store/versions.ts';
import { type VersionView, presentVersion } from './version.ts';

/** A version as it is handed out to be installed; what its readers take for granted is there even when empty. */
export const presentInstallation = (
  version: ShownVersion,
  view: VersionView,
  { completeAnswers }: Habits,
): NodeVersion => ({
  ...(completeAnswers ? { changelog: '', dependencies: [] } : {}),
  ...presentVersion(version, view),
});
