import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { pythonRules } from '../../src/checks/rules/python-rules.ts';
import { checkFiles } from './check-files.ts';

type PythonRuleId = keyof typeof pythonRules;

/** Every `hit` fires the rule on its last line and every `miss` leaves it silent. */
const cases: Record<PythonRuleId, { hits: string[]; misses: string[] }> = {
  'exec-decoded': {
    hits: [
      'import base64\nexec(base64.b64decode("eA=="))',
      'from base64 import b64decode as d\nx = d("eA==")\ny = x.decode()\neval(y)',
      'import zlib, base64\nexec(compile(zlib.decompress(base64.b64decode(b"x")), "a", "exec"))',
      'import codecs\ndef f(t):\n    return codecs.decode(t, "rot13")\ndef g():\n    exec(f("cevag"))',
      'e = exec\ne(bytes.fromhex("78"))',
      'exec("".join(chr(c) for c in [112, 114]))',
      'exec("".join(map(chr, [112, 114])))',
      '_ = lambda s: __import__("zlib").decompress(s[::-1])\nexec((_)(b"x"))',
      'import os, base64\nos.system(base64.b64decode("bHM=").decode())',
      'import base64\nwith_it = [base64.b64decode("x")]\nfor part in with_it:\n    exec(part)',
      'import base64\nif (t := base64.b64decode("x")):\n    exec(t)',
      'import base64\na, b = base64.b64decode("x"), 1\nexec(a)',
      'import base64\nrun = lambda c: exec(c)\nrun(base64.b64decode("x"))\nrun = lambda c: exec(c)',
      'import base64\ngo(c=base64.b64decode("x"))\ndef go(*, c=None):\n    exec(c)',
      'import base64\ngo(1, base64.b64decode("x"))\ndef go(*all):\n    exec(all[1])',
      'import base64\nclass A:\n    def start(self):\n        self.go(base64.b64decode("x"))\n    def go(self, c):\n        exec(c)',
      'import base64\nimport builtins as exec\ndel exec\nexec(base64.b64decode("x"))',
      'import base64\nrun = exec if DEBUG else exec\nrun(base64.b64decode("x"))',
      'import base64, threading\nthreading.Thread(target=exec, args=[base64.b64decode("x")])',
    ],
    misses: [
      'import base64\nimage = base64.b64decode("eA==")\nexec("x = 1")',
      'import re, base64\nre.compile(base64.b64decode("eA=="))',
      'import base64\nmodel.eval(base64.b64decode("eA=="))',
      'import base64\ndef compile(x):\n    return x\ncompile(base64.b64decode("eA=="))',
      's = """\nimport base64\nexec(base64.b64decode("eA=="))\n"""',
      '# import base64; exec(base64.b64decode("eA=="))',
      'import base64\ndef f():\n    x = base64.b64decode("eA==")\ndef g(x):\n    y = "1"\n    eval(y)',
      'import base64, subprocess\nsubprocess.run(["ffmpeg"], input=base64.b64decode("eA=="))',
      'import base64\ndef go(text, code):\n    exec(code)\ngo(base64.b64decode("x"), "y")',
      'import base64\ndef f():\n    from torch import compile\n    compile(base64.b64decode("x"))',
      'import base64\ndef go(eval):\n    eval(base64.b64decode("x"))',
      'import base64\ndef same(x):\n    return x\nimage = same(base64.b64decode("x"))\nexec(same("y"))',
    ],
  },
  'exec-downloaded': {
    hits: [
      'import requests\nexec(requests.get("https://a.io/x.py").text)',
      'from urllib.request import urlopen\nwith urlopen("https://a.io") as r:\n    code = r.read()\n    exec(code)',
      'import httpx\nclient = httpx.Client()\neval(client.get("https://a.io").text)',
      'import requests\nclass A:\n    def get(self):\n        return requests.get("https://a.io").text\n    def run(self):\n        exec(self.get())',
    ],
    misses: [
      'import requests\ndata = requests.get("https://a.io").json()\nexec("x = 1")',
      'import requests\ncur.execute(requests.get("https://a.io").text)',
    ],
  },
  'deserialized-download': {
    hits: [
      'import pickle, requests\npickle.loads(requests.get("https://a.io/x").content)',
      'import pickle, io\nfrom urllib.request import urlopen\nx = pickle.load(io.BytesIO(urlopen("https://a.io").read()))',
      'import yaml, requests\nyaml.unsafe_load(requests.get("https://a.io").text)',
      'import torch, requests, io\ndata = requests.get("https://a.io").content\ntorch.load(io.BytesIO(data), weights_only=False)',
      'import pickle, base64\npickle.loads(base64.b64decode("gASV"))',
    ],
    misses: [
      'import json, requests\njson.loads(requests.get("https://a.io").text)',
      'import torch, requests, io\ntorch.load(io.BytesIO(requests.get("https://a.io").content), weights_only=True)',
      'import pickle\npickle.load(open("cache.pkl", "rb"))',
      'import pickle, base64\ndef read(text):\n    return pickle.loads(base64.b64decode(text))',
    ],
  },
  'unsafe-deserializer': {
    hits: [
      'import pickle\npickle.load(open("cache.pkl", "rb"))',
      'import pickle as p\np.Unpickler(f).load()',
      'from dill import loads\nloads(x)',
      'import joblib\njoblib.load("model.joblib")',
      'import pandas as pd\npd.read_pickle("x")',
      'import torch\ntorch.load(path, weights_only=False)',
      'import numpy as np\nnp.load("x.npy", allow_pickle=True)',
      'import yaml\nyaml.load(text, Loader=yaml.Loader)',
      'import yaml\nyaml.unsafe_load(text)',
      'import shelve\nshelve.open("x")',
    ],
    misses: [
      'import pickle\npickle.dump(x, f)',
      'import torch\ntorch.load(path)',
      'import torch\ntorch.load(path, weights_only=True)',
      'import numpy as np\nnp.load("x.npy", allow_pickle=False)',
      'import yaml\nyaml.load(text, Loader=yaml.SafeLoader)',
      'import yaml\nyaml.safe_load(text)',
    ],
  },
  'unusual-runner': {
    hits: [
      'import timeit\ntimeit.timeit("import os; os.system(1)", number=1)',
      'import code\ncode.InteractiveInterpreter().runsource(text)',
      'import bdb\nbdb.Bdb().run(text)',
      'import cProfile\ncProfile.run(text)',
      'import ctypes\nctypes.pythonapi.PyRun_SimpleString(text)',
    ],
    misses: ['import timeit\ntimeit.default_timer()', 'import pdb\npdb.set_trace()'],
  },
  'module-by-path': {
    hits: [
      'import runpy\nrunpy.run_path("x.py")',
      'import importlib.util\nimportlib.util.spec_from_file_location("a", path)',
      'from importlib.machinery import SourceFileLoader\nSourceFileLoader("a", path).load_module()',
    ],
    misses: ['import importlib\nimportlib.import_module(".nodes", __package__)'],
  },
  'configured-code': {
    hits: ['import logging.config\nlogging.config.dictConfig({"handlers": {"a": {"()": "os.system"}}})'],
    misses: ['import logging.config\nlogging.config.dictConfig({"version": 1})'],
  },
  'exec-long-literal': {
    hits: [
      `exec(decode("${'QUJDx9'.repeat(400)}"))`,
      `blob = (\n  "${'QUJDx9'.repeat(400)}"\n)\nexec(my_decoder(blob))`,
      `code = "${'\\x41'.repeat(600)}"\nexec(code)`,
    ],
    misses: [
      `icon = "${'QUJDx9'.repeat(400)}"\nexec("x = 1")`,
      `exec("""${'value = other + 1\n'.repeat(200)}""")`,
      'exec(decode("QUJDx9"))',
    ],
  },
  'exec-by-name': {
    hits: [
      'getattr(__builtins__, "ex" + "ec")("x")',
      'import builtins\ngetattr(builtins, "eval")("x")',
      '__import__("builtins").exec("x")',
      '__builtins__["exec"]("x")',
      'globals()["eval"]("x")',
    ],
    misses: ['getattr(model, "eval")()', 'import builtins\nbuiltins.exec("x = 1")', 'handlers["exec"]("x")'],
  },
  'marshalled-code': {
    hits: [
      'import marshal\nexec(marshal.loads(b"x"))',
      'import marshal as m\ncode = m.loads(b"x")\nexec(code)',
    ],
    misses: ['import marshal\nmarshal.dumps(x)', 'import json\nexec_later(json.loads("x"))'],
  },
  'obfuscated-source': {
    hits: ['from pyarmor_runtime_000000 import __pyarmor__\n__pyarmor__(__name__, __file__, b"PY")'],
    misses: ['"""Built without __pyarmor__(x)."""'],
  },
  'exec-dynamic': {
    hits: ['eval(expression)', 'def f(t):\n    exec(t)', 'eval(f"{a} + 1")'],
    misses: ['eval("1 + 1")', 'model.eval()', 'import ast\nast.literal_eval(text)', 'frame.eval(text)'],
  },
  'pip-at-import': {
    hits: [
      'import subprocess, sys\nsubprocess.check_call([sys.executable, "-m", "pip", "install", "x"])',
      'import os\nos.system("pip install x")',
      'import pip\npip.main(["install", "x"])',
      'import subprocess\ndef install():\n    cmd = ["pip", "install", "x"]\n    subprocess.run(cmd)\n',
    ].map((hit, index) => (index === 3 ? `install()\n${hit.trimEnd()}` : hit)),
    misses: [
      'import subprocess\nif __name__ == "__main__":\n    subprocess.run(["pip", "install", "x"])',
      'print("pip install x")',
      'import subprocess\nsubprocess.run(["ffmpeg", "pipeline"])',
    ],
  },
  'pip-at-run': {
    hits: ['import subprocess\ndef f():\n    subprocess.run(["pip", "install", "x"])'],
    misses: ['import subprocess\ndef f():\n    subprocess.run(["git", "clone", "x"])'],
  },
  'command-at-import': {
    hits: [
      'import os\nos.system("ls")',
      'from subprocess import run as r\nclass A:\n    r(["ls"])',
      'try:\n    import subprocess as s\nexcept ImportError:\n    pass\ns.Popen(["ls"])',
      'exec("import os; os.system(1)")',
      'code = "import os\\nos.system(1)"\nexec(code)',
    ],
    misses: [
      'import os\ndef f():\n    os.system("ls")',
      'def f():\n    exec("import os; os.system(1)")',
      'import subprocess\nsubprocess.list2cmdline([])',
      'import os\nprint("os.system(1)")',
    ],
  },
  'command-at-run': {
    hits: [
      'import subprocess\ndef f():\n    subprocess.run(["ffmpeg"])',
      'import os\nasync def f():\n    os.popen("ls")',
    ],
    misses: [
      'import subprocess\ndef f():\n    return subprocess.PIPE',
      'def f(self):\n    self.run(["ffmpeg"])',
    ],
  },
  'hidden-import': {
    hits: [
      '__import__("os").system("ls")',
      'import os\ngetattr(os, "sys" + "tem")("ls")',
      'import os\nvars(os)["system"]("ls")',
    ],
    misses: ['import os\nos.getcwd()', '__import__("my_nodes").load()', 'getattr(config, "system")()'],
  },
  'setup-command': {
    hits: ['from setuptools import setup\nsetup(name="x", cmdclass={"install": Run})'],
    misses: ['from setuptools import setup\nsetup(name="x")'],
  },
  'bundled-library': {
    hits: ['import ctypes\nctypes.CDLL("./lib/fast.so")', 'from ctypes import cdll\ncdll.LoadLibrary(path)'],
    misses: [
      'import ctypes\nctypes.CDLL("libc.so.6")',
      'import ctypes\nctypes.CDLL(None)',
      'import ctypes\nimport ctypes.util\nctypes.CDLL(ctypes.util.find_library("c"))',
    ],
  },
};

suite('what Python code does', () => {
  for (const [rule, { hits, misses }] of Object.entries(cases)) {
    const { severity, shadow } = pythonRules[rule as PythonRuleId];

    for (const source of hits) {
      test(`${rule} finds ${JSON.stringify(source.slice(0, 100))}`, async () => {
        const { outcome, findings } = await checkFiles({ 'a.py': `${source}\n` });
        const found = findings.filter((finding) => finding.rule === rule).at(-1);
        assert.deepEqual(
          { line: found?.line, severity: found?.severity, shadow: found?.shadow },
          { line: source.split('\n').length, severity, shadow },
        );
        if (severity === 'error') assert.equal(outcome, 'found');
      });
    }

    for (const source of misses) {
      test(`${rule} passes over ${JSON.stringify(source.slice(0, 100))}`, async () => {
        const { findings } = await checkFiles({ 'a.py': `${source}\n` });
        assert.deepEqual(
          findings.filter((finding) => finding.rule === rule),
          [],
        );
      });
    }
  }

  test('only Python files are read as Python', async () => {
    const { findings } = await checkFiles({ 'a.md': 'import os\nos.system("ls")\n' });
    assert.deepEqual(findings, []);
  });

  test('a syntax error hides nothing beyond it', async () => {
    const source = 'def broken(:\n    pass\n\nimport base64\nexec(base64.b64decode("eA=="))\n';
    const { findings } = await checkFiles({ 'a.py': source });
    assert.ok(findings.some(({ rule, line }) => rule === 'exec-decoded' && line === 5));
  });

  test('lines are counted as Python counts them, whatever ends them', async () => {
    const { findings } = await checkFiles({ 'a.py': '\ufeffimport os\r\n# é 🎨\r\nos.system("ls")\r\n' });
    assert.deepEqual(
      findings.map(({ line, excerpt }) => ({ line, excerpt })),
      [{ line: 3, excerpt: 'os.system("ls")' }],
    );
  });
});
