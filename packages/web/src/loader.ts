// Hydrates the islands of a page, each when it is needed, shows who is signed in and how old things are, changes the
// theme in place, suggests words, sends forms once, and makes `/` lead to the search.
import { startAccountMenu } from './account-menu.ts';
import { suggestWords } from './search/suggest-words.ts';
import { sendOnce } from './send-once.ts';
import { showAges } from './show-ages.ts';
import { startThemeButtons } from './theme-buttons.ts';

interface IslandModule {
  start: (element: HTMLElement, props: object) => void;
}

const start = async (element: HTMLElement): Promise<void> => {
  const { src = '', props = '{}' } = element.dataset;
  const island = (await import(src)) as IslandModule;
  island.start(element, JSON.parse(props) as object);
  element.dataset['ready'] = '';
};

const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 2_000 });
  else setTimeout(run, 1);
};

const seen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      void start(target as HTMLElement);
    }
  },
  { rootMargin: '200px' },
);

for (const element of document.querySelectorAll<HTMLElement>('[data-src]')) {
  if (element.dataset['when'] === 'seen') seen.observe(element);
  else whenIdle(() => void start(element));
}

// On a phone, the tabs are wider than the screen.
for (const tab of document.querySelectorAll<HTMLElement>('.tabs [aria-current]'))
  tab.parentElement?.scrollTo({ left: tab.offsetLeft - tab.offsetWidth });

startAccountMenu();
startThemeButtons();
showAges(document);
suggestWords();
sendOnce();

const isEditable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

document.addEventListener('keydown', (event) => {
  const { key, target, altKey, ctrlKey, metaKey } = event;
  if (key !== '/' || altKey || ctrlKey || metaKey || isEditable(target)) return;
  const field = document.querySelector<HTMLInputElement>('#q');
  if (field === null) return;
  event.preventDefault();
  field.select();
});
