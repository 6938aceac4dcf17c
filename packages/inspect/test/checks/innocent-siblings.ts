/** What resembles hidden code or theft, and finds nothing at all. */
export const innocentSiblings: Readonly<Record<string, string>> = {
  'one value of a copy of the environment':
    'import os, requests\nenv = dict(os.environ)\nrequests.get("https://a.io", headers={"k": env["A"]})',
  'one value of a parameter':
    'import os, requests\ndef key(name, env=os.environ):\n    return env.get(name)\nrequests.get("https://a.io", headers={"k": key("A")})',
  'one value of an attribute':
    'import os, requests\nclass A:\n    def __init__(self, env=os.environ):\n        self.env = env\n    def f(self):\n        requests.get("https://a.io", headers={"k": self.env["A"]})',
  'one value of two sets of variables':
    'import os, requests\nfrom dotenv import dotenv_values\nC = {**dotenv_values(".env"), **os.environ}\nrequests.get("https://a.io", headers={"k": C["A"]})',
  'one value of some of the variables':
    'import os, requests\nP = {k: v for k, v in os.environ.items() if k.endswith("_proxy")}\nrequests.get("https://a.io", proxies={"http": P.get("http_proxy")})',
  'an address in a variable':
    'import os, requests\nenv = os.environ.copy()\nrequests.get(env.get("MY_SERVER") if "MY_SERVER" in env else "https://a.io")',
  'the number of the variables':
    'import os, requests\nn = len(os.environ)\nrequests.get("https://a.io", params={"n": n})',
  'a question about the variables':
    'import os, requests\nCI = any(k.startswith("CI") for k in os.environ)\nrequests.get("https://a.io", params={"ci": CI})',
  'torch beside a note':
    'import torch\n# weights_only=False would be unsafe\ntorch.load("a", weights_only=True)',
  'torch in a thread': 'import torch\npool.submit(torch.load, "a", "cpu")',
  'numpy beside what it saves':
    'import numpy as np\nnp.load("a", allow_pickle=False)\nnp.savez("a", x, allow_pickle=True)',
  'an unpickler that chooses its classes':
    'import pickle\nclass U(pickle.Unpickler):\n    def find_class(self, module, name):\n        raise ValueError(name)\nU(open("a", "rb")).load()',
  'a colour in the clipboard':
    'import pyperclip, re\nm = re.match(r"0x[0-9a-fA-F]{6}", t)\npyperclip.copy(m[0])',
  'a table of functions of its own':
    'import os\nT = {}\ndef run(x):\n    return x\nT["a"] = run\nT["p"] = os.getcwd\nT["a"]("ls")\nfor name, f in T.items():\n    f(name)',
  'a patched library':
    'import os, sysconfig\np = os.path.join(sysconfig.get_path("purelib"), "basicsr", "a.py")\nt = open(p).read()\nopen(p, "w").write(t.replace("a", "b"))',
  'a model beside a path':
    'import sysconfig, os\nprint(sysconfig.get_paths()["include"])\nopen(os.path.join("models", "a.pth"), "wb").write(b"x")',
  'a folder of hooks': 'open("hooks/a.json", "w").write("x")\nopen(".git/HEAD").read()',
  'a name in a dictionary':
    'import math\nF = {"a": "sin"}\ngetattr(math, F["a"] + "h")(1)\ngetattr(math, "{f}h".format(f="cos"))(1)',
  'text that grows': 'import os\nn = "O_"\nfor part in parts:\n    n += part\ngetattr(os, n)',
};
