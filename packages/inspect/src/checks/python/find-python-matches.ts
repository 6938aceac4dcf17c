import type { Match } from '../match.ts';
import { pythonRuleList } from '../rules/python-rules.ts';
import { listCalls } from './list-calls.ts';
import { parsePython } from './parse-python.ts';
import { readSource, SOURCE_TYPES } from './read-source.ts';
import { TraceTooLong, type TraceBudget } from './trace-origins.ts';

/**
 * Every rule about calls needs one of these words in the file; files without are not parsed. A built-in function
 * is not meant where a dot stands before the word, as in `model.eval()`: reached through its module, that module
 * is named.
 */
const WORTH_PARSING =
  /(?<!(?<!\.)\.)\b(?:exec|eval|compile|execfile)\b|\b(?:FunctionType|CodeType|system|popen|startfile|posix_spawn|spawn\w*|exec[lv]\w*|subprocess|create_subprocess_\w+|getoutput|pip|marshal|__import__|import_module|__builtins__|builtins|getattr|__dict__|globals|ctypes|cmdclass|__pyarmor__|pyarmor_runtime\w*)\b/;

/** What the rules about Python find, and whether the budget sufficed to look at everything. */
export const findPythonMatches = async (
  text: string,
  budget: TraceBudget,
): Promise<{ matches: Match[]; isComplete: boolean }> => {
  const matches: Match[] = [];
  if (!WORTH_PARSING.test(text)) return { matches, isComplete: true };
  const isComplete = await parsePython(text, SOURCE_TYPES, (nodes) => {
    try {
      for (const call of listCalls(readSource(nodes), budget)) {
        for (const [rule, { finds }] of pythonRuleList)
          if (finds(call)) matches.push({ rule, start: call.start, end: call.end, isSecret: false });
      }
      return true;
    } catch (error) {
      if (error instanceof TraceTooLong) return false;
      throw error;
    }
  });
  return { matches, isComplete };
};
