/** Names of functions that rules about Python ask for. */
export const pythonNames = {
  runsCode:
    /^(?:exec|eval|compile|execfile|types\.(?:FunctionType|CodeType)|code\.InteractiveInterpreter.*)$/,
  runsText: /^(?:exec|eval|execfile)$/,
  runsCommand:
    /^(?:os\.(?:system|popen|startfile|(?:spawn|exec)[lv]p?e?|posix_spawnp?)|subprocess\.(?:run|call|Popen|check_call|check_output|getoutput|getstatusoutput)|pty\.spawn|asyncio\.create_subprocess_(?:exec|shell)|commands\.getoutput)$/,
  runsCommandText: /^(?:os\.(?:system|popen)|subprocess\.(?:getoutput|getstatusoutput))$/,
  runsPip: /^pip\.(?:main|_internal\.(?:main|cli\.main\.main|main\.main))$/,
  sends:
    /^(?:(?:requests|httpx)\.(?:get|post|put|patch|request)|(?:requests\.[Ss]ession|httpx\.(?:Async)?Client|aiohttp\.ClientSession)\(\)\.(?:get|post|put|request)|urllib\.(?:request\.){0,2}(?:urlopen|Request)|urllib2\.(?:urlopen|Request)|urllib3\.PoolManager\(\)\.request|http\.client\.HTTPS?Connection\(\)\.request|socket\.(?:socket|create_connection)\(\)\.send(?:all|to)?|smtplib\.SMTP(?:_SSL)?\(\)\.send\w+)$/,
  loadsLibrary: /^ctypes\.(?:CDLL|WinDLL|OleDLL|PyDLL|(?:cdll|windll|oledll|pydll)\.LoadLibrary)$/,
  setsUp: /^(?:setup|setuptools\.setup|distutils\.core\.setup)$/,
} as const;
