// Generated from the contract by `npm run generate`. Do not edit.
export * from './resources.ts';
export * from './nodes.ts';
export * from './versions.ts';
export * from './app-nodes.ts';
export * from './catalogue.ts';
export * from './publishers.ts';
export * from './webhooks.ts';
export * from './accounts.ts';
export * from './moderation.ts';
export * from './service.ts';
