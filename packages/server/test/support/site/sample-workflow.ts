const socket = (name: string, type: string) => ({ name, type });

const box = (
  id: number,
  type: string,
  [x, y]: readonly [number, number],
  inputs: readonly (readonly [string, string])[],
  outputs: readonly (readonly [string, string])[],
) => ({
  id,
  type,
  pos: [x, y],
  size: [220, 40 + 20 * Math.max(inputs.length, outputs.length)],
  inputs: inputs.map(([name, kind]) => socket(name, kind)),
  outputs: outputs.map(([name, kind]) => socket(name, kind)),
});

/** The file of an editor: what the filled site provides, and one app-node of nobody. */
export const sampleWorkflow = {
  nodes: [
    box(1, 'Load picture', [0, 60], [], [['image', 'IMAGE']]),
    box(2, 'Prompt from library', [0, 240], [], [['text', 'STRING']]),
    box(
      3,
      'Blur',
      [300, 0],
      [['image', 'IMAGE']],
      [
        ['image', 'IMAGE'],
        ['mask', 'MASK'],
      ],
    ),
    box(
      4,
      'Match colours',
      [300, 200],
      [
        ['image', 'IMAGE'],
        ['text', 'STRING'],
      ],
      [['image', 'IMAGE']],
    ),
    box(
      5,
      'Upscale in tiles',
      [620, 60],
      [
        ['image', 'IMAGE'],
        ['mask', 'MASK'],
      ],
      [['image', 'IMAGE']],
    ),
    box(6, 'Lost sampler', [620, 260], [['image', 'IMAGE']], [['image', 'IMAGE']]),
    box(
      7,
      'Each file of folder',
      [940, 140],
      [
        ['image', 'IMAGE'],
        ['other', 'IMAGE'],
      ],
      [],
    ),
  ],
  links: [
    [1, 1, 0, 3, 0, 'IMAGE'],
    [2, 1, 0, 4, 0, 'IMAGE'],
    [3, 2, 0, 4, 1, 'STRING'],
    [4, 3, 0, 5, 0, 'IMAGE'],
    [5, 3, 1, 5, 1, 'MASK'],
    [6, 4, 0, 6, 0, 'IMAGE'],
    [7, 5, 0, 7, 0, 'IMAGE'],
    [8, 6, 0, 7, 1, 'IMAGE'],
  ],
  groups: [{ title: 'Preparation', bounding: [280, -80, 260, 400] }],
};
