/** Words, one of which stands wherever a function of that kind is called by its name; see `PythonRule`. */
export const pythonWords = {
  runsCode: ['exec', 'eval', 'compile', 'execfile', 'FunctionType', 'CodeType'],
  runsCommand: [
    'system',
    'popen',
    'startfile',
    'posix_spawn',
    'spawn\\w*',
    'exec[lv]\\w*',
    'subprocess',
    'create_subprocess_\\w+',
    'getoutput',
  ],
} as const;
