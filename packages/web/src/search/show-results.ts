import { showAges } from '../show-ages.ts';
import { moveThroughResults } from './move-through-results.ts';

/** A person who types pauses longer than this between words. */
const pauseMs = 150;

/**
 * Shows the results of a form while it is filled in, and writes what it asks into the address. The results are those of
 * the page that the form leads to, so they are the same without scripts. `asked` is what the form asked when it was
 * rendered; `onAsk` is called with what it asks each time. Returns what ends it.
 */
export const showResults = (
  form: HTMLFormElement,
  asked: URLSearchParams,
  onAsk: (fields: URLSearchParams) => void,
): (() => void) => {
  const ended = new AbortController();
  const { signal } = ended;
  let shown = addressOf(form, asked);
  let asking: AbortController | undefined;
  let timer: number | undefined;

  const ask = async (): Promise<void> => {
    clearTimeout(timer);
    const fields = fieldsOf(form);
    onAsk(fields);
    const address = addressOf(form, fields);
    asking?.abort();
    if (address === shown) return setBusy(false);
    asking = new AbortController();
    const own = asking.signal;
    setBusy(true);
    try {
      const response = await fetch(address, { signal: own, credentials: 'omit' });
      replaceResults(await response.text());
      shown = response.ok ? address : '';
      if (response.ok) history.replaceState(history.state, '', address);
    } catch (error) {
      if (own.aborted) return;
      // What `fetch` throws when no answer arrives.
      if (!(error instanceof TypeError)) throw error;
      say('The registry could not be reached. Press Enter to try again.');
    } finally {
      if (!own.aborted) setBusy(false);
    }
  };

  form.addEventListener(
    'input',
    () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => void ask(), pauseMs);
    },
    { signal },
  );
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      void ask();
    },
    { signal },
  );
  moveThroughResults(form, () => void ask(), signal);
  // What was typed before scripts were there.
  void ask();
  return () => {
    clearTimeout(timer);
    asking?.abort();
    ended.abort();
  };
};

const fieldsOf = (form: HTMLFormElement): URLSearchParams =>
  new URLSearchParams(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

/** Without what is empty or as it is anyway, so that one search has one address. */
const addressOf = (form: HTMLFormElement, fields: URLSearchParams): string => {
  const given = new URLSearchParams(
    [...fields].filter(([name, value]) => value.trim() !== '' && !(name === 'sort' && value === 'downloads')),
  );
  return given.size === 0 ? form.action : `${form.action}?${given.toString()}`;
};

/** Takes over the results of a page, or what it says instead. */
const replaceResults = (html: string): void => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const results = page.getElementById('results');
  document
    .getElementById('results')
    ?.replaceChildren(...(results ?? page.querySelector('main') ?? page.body).childNodes);
  showAges(document);
  say((page.getElementById('found') ?? page.querySelector('h1'))?.textContent ?? '');
  document.title = page.title;
  // The choice of a theme leads back to the same results.
  const to = page.querySelector<HTMLInputElement>('.themes [name=to]')?.value;
  const back = document.querySelector<HTMLInputElement>('.themes [name=to]');
  if (back !== null && to !== undefined) back.value = to;
};

/** Whether the results are still those of the search before. */
const setBusy = (isBusy: boolean): void =>
  document.getElementById('results')?.setAttribute('aria-busy', String(isBusy));

/** Screen readers read it. */
const say = (text: string): void => {
  const status = document.getElementById('found');
  if (status !== null) status.textContent = text;
};
