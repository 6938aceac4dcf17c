/** Made for debugging and measuring, and able to run any text. */
const unusual = [
  String.raw`code\.(?:interact|Interactive(?:Interpreter|Console).*)`,
  String.raw`timeit\.(?:timeit|repeat|Timer|main)`,
  String.raw`(?:bdb\.Bdb|pdb\.Pdb|trace\.Trace|c?[Pp]rofile\.Profile)\(\)\.run\w*`,
  String.raw`(?:pdb|c?[Pp]rofile)\.run\w*`,
  String.raw`ctypes\.(?:pythonapi|(?:C|Py)DLL\(\))\.Py(?:Run|Eval|Import)_\w+`,
  String.raw`runpy\._run_(?:module_)?code`,
  String.raw`(?:_interpreters|_xxsubinterpreters)\.(?:exec|run_string)`,
  String.raw`concurrent\.interpreters\.create\(\)\.exec`,
  String.raw`(?:IPython\.)?get_ipython\(\)\.run_cell`,
].join('|');

/** Names of functions that rules about Python ask for. */
export const pythonNames = {
  runsCode: new RegExp(
    String.raw`^(?:exec|eval|compile|execfile|types\.(?:FunctionType|CodeType)|${unusual})$`,
  ),
  runsUnusually: new RegExp(`^(?:${unusual})$`),
  runsFile:
    /^(?:runpy\.run_(?:path|module)|zipimport\.zipimporter|importlib\.util\.spec_from_file_location|(?:importlib\.(?:machinery|_bootstrap_external)|_frozen_importlib_external)\.(?:Source|Sourceless|Extension)FileLoader|imp\.load_\w+)$/,
  deserializes:
    /^(?:(?:_?pickle|cPickle|dill|cloudpickle)\.(?:_?loads?|_?Unpickler(?:\(\)\.load)?)|dill\.load_(?:session|module)|multiprocessing\.reduction\.ForkingPickler\.loads|(?:sklearn\.externals\.)?joblib\.load|pandas\.read_pickle|jsonpickle\.(?:decode|loads)|shelve\.(?:open|DbfilenameShelf)|yaml\.(?:unsafe|full)_load(?:_all)?|yaml\.(?:C?Unsafe|C?Full|C)?Loader\(\)\.get_(?:single_)?data)$/,
  /** Safe or not by what they are given. */
  loadsTensors: /^(?:torch\.(?:serialization\.)?load|numpy\.load)$/,
  runsText: /^(?:exec|eval|execfile)$/,
  runsCommand:
    /^(?:os\.(?:system|popen|startfile|(?:spawn|exec)[lv]p?e?|posix_spawnp?)|(?:gevent\.)?subprocess(?:32)?\.(?:run|call|Popen|check_call|check_output|getoutput|getstatusoutput)|pty\.spawn|asyncio\.(?:subprocess\.)?create_subprocess_(?:exec|shell)|asyncio\.(?:events\.)?\w+_loop\(\)\.subprocess_(?:exec|shell)|(?:anyio|trio)\.run_process|(?:anyio|trio\.lowlevel)\.open_process|pexpect\.(?:spawn|run)|pexpect\.popen_spawn\.PopenSpawn|psutil\.Popen|platform\.popen|multiprocessing\.util\.spawnv_passfds|(?:setuptools\._)?distutils\.spawn\.spawn|numpy\.distutils\.exec_command\.exec_command|webbrowser\.(?:GenericBrowser|BackgroundBrowser)\(\)\.open|(?:PyQt[56]|PySide[26])\.QtCore\.QProcess(?:\.(?:startDetached|execute)|\(\)\.start)|(?:IPython\.)?get_ipython\(\)\.(?:system|getoutput)|win32api\.(?:ShellExecute|WinExec)|win32process\.CreateProcess|_posixsubprocess\.fork_exec|_winapi\.CreateProcess|ctypes\.(?:(?:C|Py|Win)DLL\(\)|cdll\.LoadLibrary\(\)|(?:c|win|o)dll\.\w+)\.(?:system|_?w?popen|_?wsystem|exec[lv]\w*|ShellExecute\w*|WinExec|CreateProcess[AW])|commands\.getoutput)$/,
  runsCommandText: /^(?:os\.(?:system|popen)|subprocess\.(?:getoutput|getstatusoutput))$/,
  runsPip: /^pip\.(?:main|_internal\.(?:main|cli\.main\.main|main\.main))$/,
  sends:
    /^(?:(?:requests|httpx)\.(?:get|post|put|patch|request|head|delete|options|stream)|(?:requests\.[Ss]ession|httpx\.(?:Async)?Client|aiohttp\.ClientSession)\(\)\.(?:get|post|put|request)|urllib\.(?:request\.){0,2}(?:urlopen|Request)|urllib2\.(?:urlopen|Request)|urllib3\.(?:PoolManager\(\)\.)?request|urllib\.request\.build_opener\(\)\.open|http\.client\.HTTPS?Connection\(\)\.request|socket\.(?:socket|create_connection)\(\)\.(?:send(?:all|to|msg)?|makefile\(\)\.write)|telnetlib\.Telnet\(\)\.write|smtplib\.SMTP(?:_SSL)?\(\)\.send\w+|socket\.(?:getaddrinfo|gethostbyname(?:_ex)?)|ssl\.(?:wrap_socket|(?:SSLContext|create_default_context)\(\)\.wrap_socket)\(\)\.(?:send(?:all)?|write)|ftplib\.FTP(?:_TLS)?\(\)\.stor\w+|dns\.resolver\.(?:Resolver\(\)\.)?(?:resolve|query)|asyncio\.\w+_loop\(\)\.getaddrinfo|(?:websocket\.(?:create_connection|WebSocket)|websockets(?:\.sync\.client)?\.connect)\(\)\.send\w*)$/,
  loadsLibrary: /^ctypes\.(?:CDLL|WinDLL|OleDLL|PyDLL|(?:cdll|windll|oledll|pydll)\.LoadLibrary)$/,
  setsUp: /^(?:setup|setuptools\.setup|distutils\.core\.setup)$/,
} as const;
