/** Says what is wrong with the configuration, in one message for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
