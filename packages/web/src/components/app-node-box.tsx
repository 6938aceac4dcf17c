import type { VersionAppNode } from '@patchbay/client';
import { choicesOf, type Input, isWidget, readInputs } from '@patchbay/contract/compare';
import { clip } from '../clip.ts';
import { plainText } from '../markdown/plain-text.ts';
import { type Output, readOutputs } from '../read-outputs.ts';

/** As many as `tokens.css` has colours of types. */
const coloursMax = 8;
/** Chosen so that the eight most usual types differ: of images, masks, latents, models and so on. */
const seed = 666;

/** The class that colours a type: always the same for the same type, on every page. Any type at all has none. */
const typeClass = (type: string): string => {
  if (type === '*') return 'any';
  let hash = seed;
  for (let index = 0; index < type.length; index += 1) {
    hash = Math.imul(hash ^ type.charCodeAt(index), 0x01000193);
  }
  return `t${(hash >>> 16) % coloursMax}`;
};

interface AppNodeBoxProps {
  appNode: VersionAppNode;
  /** The address of its page; its name is no link where that is what is shown. */
  href?: string;
}

/** Whether nothing but its name is known, so that there is no box to draw. */
export const isBare = ({
  input_types: inputs = '',
  return_types: outputs = '',
  description = '',
}: VersionAppNode) =>
  description === '' &&
  ['', '{}', '[]', 'null'].includes(outputs.trim()) &&
  inputs.length <= definitionCharsMax &&
  readInputs(inputs).length === 0;

/** The part of its address that leads to it: names can have any characters. */
export const anchorOf = (name: string): string => `app-node-${encodeURIComponent(name.toWellFormed())}`;

/** What a box shows; a package can have any number, each of any length. */
const portsMax = 30;
const choicesMax = 12;
const charsMax = 60;
/** A definition past this is not read: one page has many. */
const definitionCharsMax = 64_000;
const descriptionCharsMax = 240;

/** An app-node as the box that it is in a graph: sockets of its inputs and outputs, and the values it asks for. */
export const AppNodeBox = ({ appNode, href }: AppNodeBoxProps) => {
  const { app_node_name: name, display_name: shown = '', description = '' } = appNode;
  const { input_types: definition = '' } = appNode;
  const isReadable = definition.length <= definitionCharsMax;
  const inputs = readInputs(isReadable ? definition : undefined);
  const [widgets, sockets] = [inputs.filter(isWidget), inputs.filter((input) => !isWidget(input))];
  const outputs = readOutputs(appNode);
  return (
    <article class="box" id={href === undefined ? undefined : anchorOf(name)}>
      <header>
        <h3 dir="auto">
          {href === undefined ? (
            clip(shown === '' ? name : shown, charsMax * 2)
          ) : (
            <a href={href}>{clip(shown === '' ? name : shown, charsMax * 2)}</a>
          )}
        </h3>
        {shown !== '' && shown !== name && <code dir="auto">{clip(name, charsMax * 2)}</code>}
        <Marks {...appNode} />
      </header>
      {description !== '' && <p dir="auto">{clip(plainText(description), descriptionCharsMax)}</p>}
      {!isReadable && <p>It has too many inputs to draw.</p>}
      {sockets.length + outputs.length > 0 && (
        <div class="ports">
          <Inputs inputs={sockets} />
          <Outputs outputs={outputs} />
        </div>
      )}
      <Widgets inputs={widgets} />
      <History {...appNode} />
    </article>
  );
};

export const Marks = ({ policy, deprecated, experimental, output_node }: VersionAppNode) => (
  <>
    {policy === 'AppNodePolicyBanned' && <span class="tag bad">Banned</span>}
    {policy === 'AppNodePolicyLocalOnly' && <span class="tag info">Local only</span>}
    {deprecated === true && <span class="tag warn">Deprecated</span>}
    {experimental === true && <span class="tag warn">Experimental</span>}
    {output_node === true && <span class="tag">Ends a graph</span>}
  </>
);

const Inputs = ({ inputs }: { inputs: readonly Input[] }) => (
  <ul aria-label="Inputs">
    {inputs.slice(0, portsMax).map(({ name, type, isRequired }) => (
      <li key={name} class={`${typeClass(typeName(type))}${isRequired ? '' : ' open'}`}>
        <bdi>{clip(name, charsMax)}</bdi> <TypeName type={typeName(type)} />
        {!isRequired && <small> optional</small>}
      </li>
    ))}
    <More count={inputs.length - portsMax} />
  </ul>
);

const Outputs = ({ outputs }: { outputs: readonly Output[] }) => (
  <ul aria-label="Outputs" class="out">
    {outputs.slice(0, portsMax).map(({ name, type, isList }, index) => (
      <li key={index} class={`${typeClass(typeName(type))}${isList ? ' many' : ''}`}>
        <bdi>{clip(name, charsMax)}</bdi> {typeName(type) !== name && <TypeName type={typeName(type)} />}
        {isList && <small> list</small>}
      </li>
    ))}
    <More count={outputs.length - portsMax} />
  </ul>
);

const TypeName = ({ type }: { type: string }) => (
  <small dir="auto">{type === '*' ? 'any' : clip(type, charsMax)}</small>
);

const More = ({ count }: { count: number }) =>
  count > 0 ? <li class="more quiet">and {count} more</li> : null;

const Widgets = ({ inputs }: { inputs: readonly Input[] }) => {
  if (inputs.length === 0) return null;
  return (
    <dl aria-label="Values">
      {inputs.slice(0, portsMax).map((input) => (
        <div key={input.name}>
          <dt dir="auto">{clip(input.name, charsMax)}</dt>
          <dd>
            <Value {...input} />
          </dd>
        </div>
      ))}
      {inputs.length > portsMax && (
        <div>
          <dt>and {inputs.length - portsMax} more</dt>
          <dd />
        </div>
      )}
    </dl>
  );
};

/** The value that a widget begins with, and what else can be chosen. */
const Value = (input: Input) => {
  const choices = choicesOf(input)?.filter((choice) => typeof choice !== 'object');
  const initial = input.options['default'] ?? choices?.[0];
  const isShown = typeof initial !== 'object' && initial !== undefined;
  const text = typeof initial === 'string' ? initial : JSON.stringify(initial);
  const shown = isShown ? text : typeName(input.type);
  if (choices === undefined || choices.length < 2) return <bdi>{clip(shown, charsMax)}</bdi>;
  const listed = choices.slice(0, choicesMax).map((choice) => clip(String(choice), charsMax));
  return (
    <details>
      <summary>
        <bdi>{clip(shown, charsMax)}</bdi>
      </summary>
      {listed.map((choice, index) => (
        <bdi key={index}>{choice}</bdi>
      ))}
      {choices.length > choicesMax && <span class="quiet">and {choices.length - choicesMax} more</span>}
    </details>
  );
};

const History = ({ since, changed_in: changed }: VersionAppNode) => {
  if (since === undefined && changed === undefined) return null;
  return (
    <footer class="quiet">
      {[
        ...(since === undefined ? [] : [`Since ${since}`]),
        ...(changed === undefined ? [] : [`changed in ${changed}`]),
      ].join(', ')}
    </footer>
  );
};

/** A type as a box names it. What only running the package would tell has no name. */
export const typeName = (type: unknown): string => {
  if (Array.isArray(type)) return 'COMBO';
  return typeof type === 'string' ? type : '?';
};
