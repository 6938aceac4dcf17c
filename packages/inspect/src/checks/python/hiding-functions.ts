/** What gives a module by its name. */
export const IMPORTS =
  /^(?:__import__|importlib\.(?:import_module|__import__|(?:_bootstrap\.)?_gcd_import|machinery\.BuiltinImporter\.load_module)|sys\.modules\.(?:get|__getitem__))$/;
/** What finds a function by its whole name. */
export const LOCATES =
  /^(?:pkgutil\.resolve_name|pydoc\.locate|unittest\.mock\._importer|logging\.config\.(?:Base|Dict)Configurator\(\)\.resolve)$/;

export const GETS_ATTRIBUTE = /^(?:getattr|(?:object|type)\.__getattribute__|inspect\.getattr_static)$/;
export const GETS_ITEM =
  /\.__(?:dict|globals)__\.(?:get|__getitem__)$|\b(?:globals|locals|vars)\(\)\.(?:get|__getitem__)$/;

/** What has functions and modules by their names. */
export const NAMESPACE =
  /^__builtins__$|(?:^|\.)__(?:dict|globals)__$|\b(?:globals|locals|vars)\(\)$|^sys\.modules$/;

/** What they make calls for an attribute by its name, once it is called itself. */
export const GETTERS = /^operator\.(?:attrgetter|itemgetter|methodcaller)$/;
