// Loaded into a server before its own code. The first thing that a server does is to start again without its settings;
// only the process that stays loads what it is watched with.
import { handover } from '../../../../src/environment.ts';

if (process.env[handover] !== undefined) await import('./write-steps.ts');
