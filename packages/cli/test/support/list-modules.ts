import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** Loaded before the command, with --import: writes the URLs of all modules that it loads to the file `LIST_INTO`. */
const urls: string[] = [];
registerHooks({
  load(url, context, nextLoad) {
    urls.push(url);
    return nextLoad(url, context);
  },
});
process.on('exit', () => writeFileSync(process.env['LIST_INTO'] ?? '', JSON.stringify(urls)));
