import { readFileSync } from 'node:fs';
import type { Guide } from './guide-page.ts';

/** What the build rendered. */
export const guide = JSON.parse(readFileSync(new URL('../guide.json', import.meta.url), 'utf8')) as Guide;
