import app from './app.json' with { type: 'json' };
import comfyui from './comfyui.json' with { type: 'json' };
import type { Profile } from './profile.ts';

/** The built-in profiles, by name. */
export const builtInProfiles = { app, comfyui } as const satisfies Record<string, Profile>;
