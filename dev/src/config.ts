/** The one place that reads the environment. */
import { ConfigError, databaseUrl, logLevel, port } from '@mandate/config';

export interface Config {
  /** A server on which we may make a database of our own. */
  readonly serverUrl: string;
  /** 0: the system chooses. */
  readonly apiPort: number;
  readonly logLevel: string;
}

export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const { DATABASE_URL, TEST_DATABASE_URL, API_PORT, LOG_LEVEL } = environment;
  const server = DATABASE_URL || TEST_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres';
  return {
    serverUrl: read('DATABASE_URL', databaseUrl.safeParse(server)),
    apiPort: read('API_PORT', port.safeParse(API_PORT || 8080)),
    // The screen is for what happens on the chains.
    logLevel: read('LOG_LEVEL', logLevel.safeParse(LOG_LEVEL || 'silent')),
  };
}

type Parsed<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly error: { readonly issues: readonly { readonly message: string }[] } };

function read<T>(name: string, parsed: Parsed<T>): T {
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    `${name} is not right: ${parsed.error.issues.map(({ message }) => message).join(', ')}`,
  );
}
