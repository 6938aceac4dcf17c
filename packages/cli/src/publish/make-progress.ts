import type { Call } from '../call.ts';

/** Reports an upload in steps of this much. */
const stepPercent = 5;

export const makeProgress = ({ event }: Call): ((sentBytes: number, totalBytes: number) => void) => {
  let reported = -1;
  return (sentBytes, totalBytes) => {
    const percent = Math.floor((sentBytes / totalBytes) * 100);
    // An upload that starts again is reported again.
    const step = Math.floor(percent / stepPercent);
    if (step === reported) return;
    reported = step;
    event('uploading', { sent_bytes: sentBytes, total_bytes: totalBytes }, `Uploading: ${percent} %`, {
      passes: true,
    });
  };
};
