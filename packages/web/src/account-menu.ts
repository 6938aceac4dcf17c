import { replacePart } from './islands/replace-part.ts';

/** The cookie that says that there is a session; what the session is, no script can read. */
const marker = /(?:^|; )(?:__Host-|__Secure-)?signed-in=true(?:;|$)/;

/**
 * Makes the link to the account a menu, in the same place, for a visitor who is signed in: the page is the same for
 * everyone. What is in it is asked for once the visitor turns to it.
 */
export const startAccountMenu = (): void => {
  const link = document.querySelector<HTMLAnchorElement>('a[data-menu]');
  if (link === null || !marker.test(document.cookie)) return;
  const menu = document.createElement('details');
  const summary = document.createElement('summary');
  const part = document.createElement('ul');
  menu.className = 'menu';
  summary.textContent = link.textContent;
  part.id = 'account-menu';
  menu.append(summary, part);
  link.replaceWith(menu);
  part.append(document.createElement('li'));
  part.firstElementChild?.append(link);

  const load = async (): Promise<boolean> => {
    const response = await fetch(link.dataset['menu'] ?? '', { headers: { accept: 'text/html' } });
    // The session is over.
    if (response.redirected) menu.replaceWith(link);
    else if (response.ok) {
      replacePart(part.id, new DOMParser().parseFromString(await response.text(), 'text/html'));
    }
    return response.ok;
  };
  let isAsked = false;
  const ask = async (): Promise<void> => {
    if (isAsked) return;
    isAsked = true;
    // Until it succeeds, the menu has the link that it began with.
    isAsked = await load().catch(() => false);
  };
  const close = (): void => void (menu.open = false);
  for (const type of ['pointerenter', 'focusin', 'toggle'])
    menu.addEventListener(type, (event) => void (event.type === 'toggle' && !menu.open ? undefined : ask()));
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Node && menu.contains(target))) close();
  });
  // Not where nothing gets the focus, as after a click on the menu itself.
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) close();
  });
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return;
    close();
    summary.focus();
  });
};
