/** Words for each kind of function. A call by name always contains one of them; see `PythonRule`. */
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
