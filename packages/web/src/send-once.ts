/** How long a form counts as on its way, in milliseconds: a browser does not say that its person stopped it. */
const patience = 10_000;

/**
 * Lets a button that is pressed twice send its form once: the second answer would be an error about what the first one
 * did, or the end of the session that it began.
 */
export const sendOnce = (): void => {
  const sent = new Map<HTMLElement | null, number>();
  // The page may come back as it was.
  addEventListener('pageshow', () => sent.clear());
  document.addEventListener('submit', (event) => {
    const { target, submitter, timeStamp, defaultPrevented } = event;
    if (defaultPrevented || !(target instanceof HTMLFormElement) || target.method !== 'post') return;
    if (timeStamp - (sent.get(submitter) ?? -Infinity) < patience) event.preventDefault();
    else sent.set(submitter, timeStamp);
  });
};
