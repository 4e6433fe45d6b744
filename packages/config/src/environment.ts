/** The environment, parsed by a schema of each app's own. */
import { z } from 'zod';

/** What is wrong with the configuration, in one message for a person. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be a URL like postgres://user@host/database',
});
/** 0: the system chooses. */
export const port = z.coerce.number().int().min(0).max(65_535);
export const logLevel = z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info');

export function readEnvironment<T>(schema: z.ZodType<T>, environment: NodeJS.ProcessEnv): T {
  const parsed = schema.safeParse(environment);
  if (parsed.success) return parsed.data;
  throw new ConfigError(`The environment is not right:\n${z.prettifyError(parsed.error)}`);
}
