/** What is wrong with the configuration, in one message for a person. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
