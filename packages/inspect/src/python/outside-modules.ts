/** Top-level modules that the host has loaded before any package: an absolute import of one gets the host's. */
export const hostModules: ReadonlySet<string> = new Set([
  'comfy',
  'comfy_api',
  'comfy_api_nodes',
  'comfy_config',
  'comfy_execution',
  'comfy_extras',
  'cuda_malloc',
  'execution',
  'folder_paths',
  'latent_preview',
  'main',
  'node_helpers',
  'nodes',
  'server',
]);

/** Python's own modules whose names packages also use for their files. */
export const standardModules: ReadonlySet<string> = new Set([
  'abc',
  'argparse',
  'ast',
  'asyncio',
  'base64',
  'collections',
  'contextlib',
  'copy',
  'csv',
  'ctypes',
  'dataclasses',
  'datetime',
  'enum',
  'functools',
  'gc',
  'glob',
  'hashlib',
  'importlib',
  'inspect',
  'io',
  'itertools',
  'json',
  'logging',
  'math',
  'mimetypes',
  'operator',
  'os',
  'pathlib',
  'pickle',
  'pkgutil',
  'platform',
  'queue',
  'random',
  're',
  'secrets',
  'shutil',
  'socket',
  'string',
  'struct',
  'subprocess',
  'sys',
  'tempfile',
  'textwrap',
  'threading',
  'time',
  'traceback',
  'types',
  'typing',
  'unicodedata',
  'urllib',
  'uuid',
  'warnings',
  'weakref',
  'zipfile',
]);

/** Libraries whose classes have none of the attributes of an app-node: they add nothing as bases. */
const plainLibraries: ReadonlySet<string> = new Set([
  'PIL',
  'accelerate',
  'aiohttp',
  'cv2',
  'diffusers',
  'einops',
  'http',
  'lightning',
  'numpy',
  'onnxruntime',
  'pydantic',
  'pytorch_lightning',
  'requests',
  'safetensors',
  'timm',
  'torch',
  'torchvision',
  'transformers',
  'typing_extensions',
]);

/** Whether a dotted path leads into a module that has nothing to do with app-nodes. */
export const isPlainModule = (path: string): boolean => {
  const [top = ''] = path.split('.');
  return plainLibraries.has(top) || standardModules.has(top);
};

/** Whether importing a dotted path cannot fail: Python's own modules. */
export const isAlwaysThere = (path: string): boolean => {
  const [top = ''] = path.split('.');
  return standardModules.has(top);
};

/** Whether a dotted path leads to Python, the host, or a library that offers no app-nodes. */
export const isOutsidePackages = (path: string): boolean => {
  const [top = ''] = path.split('.');
  return isPlainModule(path) || hostModules.has(top);
};
