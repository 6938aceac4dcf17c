import type { ComponentType } from 'preact';
import { assetPath } from '../manifest.ts';
import { useHref } from '../visit.ts';

interface IslandProps<Props extends object> {
  /** The file in `islands/` that exports the component as `Island`, without its ending. */
  name: string;
  of: ComponentType<Props>;
  /** What the component gets on the server and in the browser: JSON. */
  props: Props;
  /** When it begins to react: once the browser is idle, or once it is about to be seen. */
  when?: 'idle' | 'seen';
}

/** A component that is rendered by the server and then reacts in the browser. */
export const Island = <Props extends object>({
  name,
  of: Component,
  props,
  when = 'idle',
}: IslandProps<Props>) => {
  const href = useHref();
  return (
    <div
      class="island"
      data-src={href(assetPath(`${name}.tsx`))}
      data-when={when}
      data-props={JSON.stringify(props)}
    >
      <Component {...props} />
    </div>
  );
};
