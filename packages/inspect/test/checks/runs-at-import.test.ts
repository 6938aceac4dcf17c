import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { checkFiles } from './check-files.ts';

/** Ways to run a function while its file is imported. */
const atImport: Readonly<Record<string, string>> = {
  'a thread':
    'import threading\nimport subprocess\ndef f(*x):\n    subprocess.run(["ls"])\nthreading.Thread(target=f).start()',
  'another name': 'import subprocess\ndef f(*x):\n    subprocess.run(["ls"])\ng = f\ng()',
  'a table': 'import subprocess\ndef f(*x):\n    subprocess.run(["ls"])\n{"a": f}["a"]()',
  map: 'import subprocess\ndef f(*x):\n    subprocess.run(["ls"])\nlist(map(f, [1]))',
  'the end of the program':
    'import subprocess\nimport atexit\n@atexit.register\ndef f(*x):\n    subprocess.run(["ls"])\n',
  'a decorator': 'import subprocess\ndef f(*x):\n    subprocess.run(["ls"])\n@f\ndef x():\n    pass',
  'a function that calls what it is given':
    'import subprocess\ndef f(*x):\n    subprocess.run(["ls"])\ndef run(g):\n    g()\nrun(f)',
  'a method of an object':
    'import subprocess\nclass A:\n    def go(self):\n        subprocess.run(["ls"])\nA().go()',
  'a method of an object in a variable':
    'import subprocess\nclass A:\n    def go(self):\n        subprocess.run(["ls"])\na = A()\na.go()',
  'a method of the class':
    'import subprocess\nclass A:\n    def go(self):\n        subprocess.run(["ls"])\nA.go(1)',
  'a method that the constructor calls':
    'import subprocess\nclass A:\n    def go(self):\n        subprocess.run(["ls"])\n    def __init__(self):\n        self.go()\nA()',
  'an inherited method':
    'import subprocess\nclass A:\n    def go(self):\n        subprocess.run(["ls"])\nclass B(A):\n    pass\nB().go()',
  'the body of a class':
    'import subprocess\nclass A:\n    def go(self):\n        subprocess.run(["ls"])\n    go(1)',
  'a metaclass':
    'import subprocess\nclass M(type):\n    def __init__(cls, *a):\n        subprocess.run(["ls"])\nclass A(metaclass=M):\n    pass',
  'a class that another one inherits from':
    'import subprocess\nclass A:\n    def __init_subclass__(cls):\n        subprocess.run(["ls"])\nclass B(A):\n    pass',
  'the method of a thread':
    'import subprocess, threading\nclass T(threading.Thread):\n    def run(self):\n        subprocess.run(["ls"])\nT().start()',
};

/** Functions that something else may run later. */
const later: Readonly<Record<string, string>> = {
  'a node of the host':
    'import subprocess\nclass A:\n    def go(self):\n        subprocess.run(["ls"])\nNODE_CLASS_MAPPINGS = {"A": A}',
  'a function in a list':
    'import subprocess\ndef f(*x):\n    subprocess.run(["ls"])\nLIST = [f]\nTABLE = {"f": f}',
  'a handler':
    'import subprocess\ndef f(*x):\n    subprocess.run(["ls"])\nroutes.get("/a")(f)\nserver.on("a", f)',
  'a handler that is decorated': 'import subprocess\n@routes.get("/a")\ndef f():\n    subprocess.run(["ls"])',
  'a wrapper':
    'import subprocess\ndef f(*x):\n    subprocess.run(["ls"])\ndef wrap(g):\n    def inner():\n        g()\n    return inner\nh = wrap(f)',
  'a method of a node beside a function of its name':
    'import subprocess\nclass A:\n    def go(self):\n        subprocess.run(["ls"])\ndef go():\n    pass\ngo()',
  'the constructor of a node':
    'import subprocess\nclass A:\n    def __init__(self):\n        subprocess.run(["ls"])\nclass B(A):\n    pass',
};

const rulesIn = async (code: string): Promise<string[]> =>
  (await checkFiles({ '__init__.py': `${code}\n` })).findings.map(({ rule }) => rule);

suite('what runs when a file is imported', () => {
  for (const [way, code] of Object.entries(atImport)) {
    test(`${way} runs it`, async () => assert.deepEqual(await rulesIn(code), ['command-at-import']));
  }

  for (const [way, code] of Object.entries(later)) {
    test(`${way} does not run it`, async () => assert.deepEqual(await rulesIn(code), ['command-at-run']));
  }
});
