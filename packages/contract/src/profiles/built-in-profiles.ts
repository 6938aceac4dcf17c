import app from './app.json' with { type: 'json' };
import comfyuiBuiltIns from './comfyui-built-ins.json' with { type: 'json' };
import named from './comfyui.json' with { type: 'json' };
import type { Profile } from './profile.ts';

const comfyui = { ...named, builtInAppNodes: comfyuiBuiltIns };

/** The built-in profiles, by name. */
export const builtInProfiles = { app, comfyui } as const satisfies Record<string, Profile>;
