import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { extract } from './support/extract.ts';

/** What the package leaves in `CHOICES`, as the choices of an input. */
const choicesOf = async (source: string): Promise<unknown> => {
  const { appNodes } = await extract({
    '__init__.py': `
KINDS = {"soft", "hard", "none"}
${source}
class Blur:
    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "run"
    CATEGORY = "filters"
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"mode": (CHOICES,)}}
NODE_CLASS_MAPPINGS = {"Blur": Blur}`,
  });
  const { required } = JSON.parse(appNodes[0]?.input_types ?? '{}');
  return required?.mode?.[0];
};

const isUnknown = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && '$dynamic' in value;

suite('the order of a set of texts, which Python chooses anew in each process', () => {
  for (const source of [
    'CHOICES = list(KINDS)',
    'CHOICES = tuple(KINDS)',
    'CHOICES = [*KINDS]',
    'CHOICES = [kind for kind in KINDS]',
    'CHOICES = ["first"] + list(KINDS)',
    'CHOICES = list(list(KINDS))',
    'CHOICES = list(KINDS)[0]',
    'CHOICES = list(KINDS)[1:]',
    'CHOICES = list(KINDS).copy()',
    'CHOICES = ", ".join(KINDS)',
    'CHOICES = ", ".join(kind for kind in KINDS)',
    'CHOICES = list(KINDS | {"other"})',
  ]) {
    test(`is not known of ${source}`, async () => {
      assert.ok(isUnknown(await choicesOf(source)), JSON.stringify(await choicesOf(source)));
    });
  }

  for (const [source, choices] of [
    ['CHOICES = sorted(KINDS)', ['hard', 'none', 'soft']],
    ['CHOICES = sorted(list(KINDS))', ['hard', 'none', 'soft']],
    ['CHOICES = list(KINDS)\nCHOICES.sort()', ['hard', 'none', 'soft']],
    ['CHOICES = [kind for kind in ["a", "b"] if kind not in KINDS]', ['a', 'b']],
    ['CHOICES = list({"only"})', ['only']],
    ['CHOICES = list({"a": 1, "b": 2})', ['a', 'b']],
    ['CHOICES = list({3: "x", 1: "y"}.keys())', [3, 1]],
  ] as const) {
    test(`does not matter to ${source.replace('\n', '; ')}`, async () => {
      assert.deepEqual(await choicesOf(source), choices);
    });
  }
});
