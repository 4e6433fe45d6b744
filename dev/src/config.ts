/** The only place that reads the environment. */
import { port, readSettings, type Settings, SHARED_SETTINGS } from '@mandate/config';

const { DATABASE_URL, LOG_LEVEL } = SHARED_SETTINGS;

const DEV_SETTINGS = {
  DATABASE_URL: { ...DATABASE_URL, without: { value: null, means: 'what `TEST_DATABASE_URL` says' } },
  TEST_DATABASE_URL: {
    ...DATABASE_URL,
    without: { value: null, means: 'a server that is found or started' },
  },
  API_PORT: { about: 'the port of the API', example: '8080', type: port, default: '8080' },
  ETHEREUM_PORT: { about: "the port of Ethereum's node", example: '8545', type: port, default: '8545' },
  BASE_PORT: { about: "the port of Base's node", example: '8546', type: port, default: '8546' },
  RECEIVER_PORT: {
    about: 'the port of a server on this machine that webhooks may be sent to',
    example: '3000',
    type: port,
    default: '3000',
  },
  // The screen shows the events of the chains instead.
  LOG_LEVEL: { ...LOG_LEVEL, default: 'silent' },
} satisfies Settings;

export function readConfig(environment: NodeJS.ProcessEnv) {
  const { values } = readSettings(DEV_SETTINGS, environment);
  return {
    /** The server that is named, on which a temporary database can be created. */
    named: values.DATABASE_URL ?? values.TEST_DATABASE_URL,
    /** 0 lets the system choose. */
    ports: {
      API_PORT: values.API_PORT,
      ETHEREUM_PORT: values.ETHEREUM_PORT,
      BASE_PORT: values.BASE_PORT,
    },
    /** Nothing else gets webhooks, unless it is of the public internet. */
    webhookHosts: ['localhost', '127.0.0.1'].map((host) => `${host}:${values.RECEIVER_PORT}`),
    logLevel: values.LOG_LEVEL,
  };
}
