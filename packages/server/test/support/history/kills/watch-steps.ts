// Loaded into a server before its own code. The first thing that a server does is to start again without its settings;
// only the process that stays loads what it is watched with.
if (process.env['PATCHBAY_HANDOVER'] !== undefined) await import('./write-steps.ts');
