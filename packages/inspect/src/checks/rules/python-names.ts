/** Made for debugging and measuring, and able to run any text. */
const unusual = [
  String.raw`code\.Interactive(?:Interpreter|Console).*`,
  String.raw`timeit\.(?:timeit|repeat|Timer)`,
  String.raw`(?:bdb\.Bdb|pdb\.Pdb|trace\.Trace|c?[Pp]rofile\.Profile)\(\)\.run\w*`,
  String.raw`(?:pdb|c?[Pp]rofile)\.run\w*`,
  String.raw`ctypes\.pythonapi\.Py(?:Run|Eval|Import)_\w+`,
].join('|');

/** Names of functions that rules about Python ask for. */
export const pythonNames = {
  runsCode: new RegExp(
    String.raw`^(?:exec|eval|compile|execfile|types\.(?:FunctionType|CodeType)|${unusual})$`,
  ),
  runsUnusually: new RegExp(`^(?:${unusual})$`),
  runsFile:
    /^(?:runpy\.run_(?:path|module)|importlib\.(?:util\.spec_from_file_location|machinery\.(?:Source|Sourceless|Extension)FileLoader)|imp\.load_\w+)$/,
  deserializes:
    /^(?:(?:_?pickle|cPickle|dill|cloudpickle)\.(?:loads?|Unpickler(?:\(\)\.load)?)|joblib\.load|pandas\.read_pickle|jsonpickle\.(?:decode|loads)|shelve\.(?:open|DbfilenameShelf)|yaml\.(?:unsafe|full)_load(?:_all)?)$/,
  runsText: /^(?:exec|eval|execfile)$/,
  runsCommand:
    /^(?:os\.(?:system|popen|startfile|(?:spawn|exec)[lv]p?e?|posix_spawnp?)|subprocess\.(?:run|call|Popen|check_call|check_output|getoutput|getstatusoutput)|pty\.spawn|asyncio\.(?:subprocess\.)?create_subprocess_(?:exec|shell)|asyncio\.(?:\w+_event_loop|new_event_loop)\(\)\.subprocess_(?:exec|shell)|distutils\.spawn\.spawn|_posixsubprocess\.fork_exec|_winapi\.CreateProcess|ctypes\.(?:CDLL|PyDLL|cdll\.LoadLibrary)\(\)\.(?:system|popen|exec[lv]\w*)|commands\.getoutput)$/,
  runsCommandText: /^(?:os\.(?:system|popen)|subprocess\.(?:getoutput|getstatusoutput))$/,
  runsPip: /^pip\.(?:main|_internal\.(?:main|cli\.main\.main|main\.main))$/,
  sends:
    /^(?:(?:requests|httpx)\.(?:get|post|put|patch|request)|(?:requests\.[Ss]ession|httpx\.(?:Async)?Client|aiohttp\.ClientSession)\(\)\.(?:get|post|put|request)|urllib\.(?:request\.){0,2}(?:urlopen|Request)|urllib2\.(?:urlopen|Request)|urllib3\.PoolManager\(\)\.request|http\.client\.HTTPS?Connection\(\)\.request|socket\.(?:socket|create_connection)\(\)\.send(?:all|to)?|smtplib\.SMTP(?:_SSL)?\(\)\.send\w+|socket\.(?:getaddrinfo|gethostbyname(?:_ex)?)|ssl\.(?:wrap_socket|(?:SSLContext|create_default_context)\(\)\.wrap_socket)\(\)\.(?:send(?:all)?|write)|ftplib\.FTP(?:_TLS)?\(\)\.stor\w+|dns\.resolver\.(?:resolve|query)|(?:websocket\.create_connection|websockets\.connect)\(\)\.send)$/,
  loadsLibrary: /^ctypes\.(?:CDLL|WinDLL|OleDLL|PyDLL|(?:cdll|windll|oledll|pydll)\.LoadLibrary)$/,
  setsUp: /^(?:setup|setuptools\.setup|distutils\.core\.setup)$/,
} as const;
