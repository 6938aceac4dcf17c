/** Shows a part of a page as another response for the page has it. Returns it, or undefined if that has none. */
export const replacePart = (id: string, from: Document): HTMLElement | undefined => {
  const shown = document.getElementById(id);
  const sent = from.getElementById(id);
  if (shown === null || sent === null) return undefined;
  for (const name of Object.keys(shown.dataset)) delete shown.dataset[name];
  Object.assign(shown.dataset, sent.dataset);
  // What did not change is not read out again.
  if (shown.innerHTML !== sent.innerHTML) {
    shown.replaceChildren(...[...sent.childNodes].map((node) => document.importNode(node, true)));
  }
  return shown;
};
