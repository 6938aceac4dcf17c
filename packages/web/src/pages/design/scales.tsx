import { colourOf, colours, contrasts, lengths } from './tokens.ts';

/** Colours with their contrast, the type scale and the spacing scale, as the style sheet has them. */
export const Scales = () => (
  <>
    <section aria-labelledby="colours">
      <h2 id="colours">Colours</h2>
      <p class="quiet">On the left of each the light theme, on the right the dark one.</p>
      <ul class="swatches">
        {colours.map(({ name, light, dark }) => (
          <li key={name}>
            <svg viewBox="0 0 80 32" aria-hidden="true">
              <rect width={40} height={32} fill={light} />
              <rect x={40} width={40} height={32} fill={dark} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      <div class="wide" tabIndex={0} role="region" aria-label="Contrasts">
        <table>
          <colgroup>
            <col width="50%" />
            <col width="25%" />
            <col width="25%" />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">Text on ground</th>
              <th scope="col">Light</th>
              <th scope="col">Dark</th>
            </tr>
          </thead>
          <tbody>
            {contrasts().map(({ text, ground, light, dark }) => (
              <tr key={`${text} ${ground}`}>
                <th scope="row">
                  {text} on {ground}
                </th>
                <td>
                  <Sample text={colourOf(text).light} ground={colourOf(ground).light} /> {light.toFixed(1)}
                </td>
                <td>
                  <Sample text={colourOf(text).dark} ground={colourOf(ground).dark} /> {dark.toFixed(1)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
    <section aria-labelledby="type">
      <h2 id="type">Type</h2>
      <Scale family="size" />
    </section>
    <section aria-labelledby="space">
      <h2 id="space">Space</h2>
      <Scale family="gap" />
    </section>
  </>
);

const Sample = ({ text, ground }: { text: string; ground: string }) => (
  <svg class="sample" viewBox="0 0 48 24" aria-hidden="true">
    <rect width={48} height={24} fill={ground} />
    <text x={24} y={17} font-size={14} text-anchor="middle" fill={text}>
      Aa
    </text>
  </svg>
);

const Scale = ({ family }: { family: 'size' | 'gap' }) => (
  <dl class="pairs">
    {lengths(family).map(({ name, length }) => (
      <>
        <dt key={name}>{name}</dt>
        <dd>
          {family === 'gap' ? (
            <svg height="0.75rem" width={length} aria-hidden="true">
              <rect class="bar" width="100%" height="100%" />
            </svg>
          ) : (
            <svg class="line" height="2.5rem" aria-hidden="true">
              <text y="1.9rem" font-size={length}>
                Find the node your graph is missing
              </text>
            </svg>
          )}{' '}
          <span class="quiet">{length}</span>
        </dd>
      </>
    ))}
  </dl>
);
