/** What no package needs, in the syntax of .gitignore. Nothing brings it back. */
export const alwaysOut: Readonly<Record<string, readonly string[]>> = {
  'version control': ['.git', '.hg', '.svn', '.jj', '.bzr'],
  'installed packages': ['node_modules', '*.egg-info', '.eggs'],
  'a virtual environment': ['.venv', 'venv'],
  'compiled Python': ['__pycache__', '*.pyc', '*.pyo'],
  'a cache': [
    '.cache',
    '.pytest_cache',
    '.mypy_cache',
    '.ruff_cache',
    '.hypothesis',
    '.ipynb_checkpoints',
    '.tox',
    '.nox',
    '.coverage',
    'htmlcov',
  ],
  "an editor's file": ['.idea', '.vscode', '*~', '*.swp', '*.swo', '.#*'],
  "a desktop's file": ['.DS_Store', '._*', 'Thumbs.db', 'desktop.ini'],
  secrets: ['.env', '.env.local', '.pypirc', '.netrc'],
};
