export { type ConfiguredChain, readChains } from './chains.ts';
export { ConfigError, databaseUrl, logLevel, port, readEnvironment } from './environment.ts';
