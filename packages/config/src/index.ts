export { type AdminAnswers, type Readiness, startAdminListener } from './admin-listener.ts';
export { ConfigError } from './config-error.ts';
export type { ConfiguredChain, ConfiguredNode } from './configured-chain.ts';
export { isOneSlipAway } from './near-miss.ts';
export { readSettings } from './read-settings.ts';
export type { Settings } from './setting.ts';
export { hostName, oneOf, port, urlOf, wholeNumber } from './setting-types.ts';
export { getChains, getTracing, readChains, SHARED_SETTINGS } from './shared-settings.ts';
