import { type ComponentType, h, hydrate } from 'preact';

/** Has a component react in the element in which the server rendered it with these properties. */
export const startIsland =
  <Props extends object>(Island: ComponentType<Props>) =>
  (element: HTMLElement, props: Props): void =>
    hydrate(h(Island, props), element);
