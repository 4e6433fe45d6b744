/** The diagnostics channel that is told of each database that a test creates. */
export const DATABASES = 'mandate:database';
