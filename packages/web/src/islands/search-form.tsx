import { useEffect, useRef, useState } from 'preact/hooks';
import { type Asked, hasWords, searchFilters } from '../pages/search/asked.ts';
import { type NodeOrder, nodeOrders } from '../pages/search/node-orders.ts';
import { showResults } from '../search/show-results.ts';

interface SearchFormProps extends Asked {
  action: string;
}

/** The values that filters find, as publishers declare them. */
const systems = { windows: 'Windows', macos: 'macOS', linux: 'Linux' };
const accelerators = {
  'GPU :: NVIDIA CUDA': 'NVIDIA CUDA',
  'GPU :: AMD ROCm': 'AMD ROCm',
  'GPU :: Intel Arc': 'Intel Arc',
  'GPU :: Apple Metal': 'Apple Metal',
  'NPU :: Huawei Ascend': 'Huawei Ascend',
  CPU: 'CPU',
};
const orders = Object.fromEntries(Object.entries(nodeOrders).map(([order, { name }]) => [order, name]));

/** The search with its filters: a form that also shows results as it is filled in. */
export const Island = ({ action, ...asked }: SearchFormProps) => {
  const { q, app_node, os, accelerator, sort } = asked;
  const kept = searchFilters.flatMap((name) => (asked[name] === '' ? [] : [[name, asked[name]]]));
  const form = useRef<HTMLFormElement>(null);
  const [isByRelevance, setByRelevance] = useState(hasWords({ q, app_node }));
  useEffect(() => {
    if (form.current === null) return undefined;
    const shown = new URLSearchParams([
      ...Object.entries({ q, os, accelerator, app_node, sort: isByRelevance ? '' : sort }),
      ...kept,
    ]);
    return showResults(form.current, shown, (fields) =>
      setByRelevance(hasWords({ q: fields.get('q') ?? '', app_node: fields.get('app_node') ?? '' })),
    );
  }, []);
  return (
    <form ref={form} class="stack" role="search" action={action}>
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div class="search large">
        <label class="hidden" for="q">
          Search nodes
        </label>
        <input
          id="q"
          name="q"
          type="search"
          defaultValue={q}
          placeholder="Search nodes"
          maxLength={200}
          autocomplete="off"
          aria-keyshortcuts="/"
          aria-controls="results"
        />
        <button>Search</button>
      </div>
      <div class="filters">
        <Choice name="os" label="Operating system" all="Any" options={systems} chosen={os} />
        <Choice
          name="accelerator"
          label="Accelerator"
          all="Any"
          options={accelerators}
          chosen={accelerator}
        />
        <div class="field">
          <label for="app_node">Name of an app-node</label>
          <input id="app_node" name="app_node" defaultValue={app_node} maxLength={200} autocomplete="off" />
        </div>
        {isByRelevance ? (
          <Choice key="relevance" name="sort" label="Sort by" all="Relevance" options={{}} chosen="" />
        ) : (
          <Choice
            key="orders"
            name="sort"
            label="Sort by"
            options={orders}
            chosen={sort satisfies NodeOrder}
          />
        )}
      </div>
    </form>
  );
};

interface ChoiceProps {
  name: string;
  label: string;
  /** What no choice means. */
  all?: string;
  /** Value → what is shown. */
  options: Readonly<Record<string, string>>;
  chosen: string;
}

const Choice = ({ name, label, all, options, chosen }: ChoiceProps) => {
  // A link may ask for what is not on offer.
  const shown = chosen === '' || Object.hasOwn(options, chosen) ? options : { ...options, [chosen]: chosen };
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        {all !== undefined && <option value="">{all}</option>}
        {Object.entries(shown).map(([value, text]) => (
          <option key={value} value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
};
