/** The settings that every app has. */
import { chains } from './chains.ts';
import type { ConfiguredChain } from './configured-chain.ts';
import { publicChains, warnOfPublicNodes } from './public-chains.ts';
import { readSettings } from './read-settings.ts';
import type { Settings, Values } from './setting.ts';
import { oneOf, serversUrlOf, share, urlOf } from './setting-types.ts';

const CHAIN_SETTINGS = {
  CHAINS: {
    about: 'the [chains](#chains) and their nodes, as JSON',
    example: '{"1": {"nodes": ["https://node-a.example", "https://node-b.example"]}}',
    type: chains,
    secret: true,
    or: 'CHAIN_IDS',
  },
  CHAIN_IDS: {
    about:
      'instead of `CHAINS`, to get started: chains of the catalogue, read through [public nodes](#public-nodes)',
    example: '1,8453',
    type: publicChains,
    or: 'CHAINS',
    without: { value: null, means: 'what `CHAINS` says' },
    warn: warnOfPublicNodes,
  },
} satisfies Settings;

/** These names are OpenTelemetry's own. It reads its other variables, like headers, itself. */
const TRACING_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    about: 'a collector that [traces](operations.md#traces) are sent to, over HTTP',
    example: 'http://localhost:4318',
    type: urlOf(/^https?$/, 'http://localhost:4318'),
    without: { value: null, means: 'nothing is traced' },
  },
  OTEL_TRACES_SAMPLER_ARG: {
    about: 'the share of requests that are traced, from 0 to 1; a caller that traces is always followed',
    example: '0.01',
    type: share,
    default: '1',
  },
} satisfies Settings;

export const SHARED_SETTINGS = {
  DATABASE_URL: {
    about:
      'the database of the ledger, PostgreSQL 15 or newer; the same for indexer and API; a primary and its standbys as `user@host-a,host-b` ([surviving](surviving.md))',
    example: 'postgres://mandate@localhost/mandate',
    type: serversUrlOf(/^postgres(ql)?$/, 'postgres://user@host/database'),
    secret: true,
  },
  ...CHAIN_SETTINGS,
  LOG_LEVEL: {
    about:
      'how much is logged: `trace`, `debug`, `info`, `warn`, `error` or `silent`; at `info` the API writes one line per request',
    example: 'warn',
    type: oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
    default: 'info',
  },
  ...TRACING_SETTINGS,
} satisfies Settings;

/** Returns the chains from the setting that names them. */
export function getChains({ CHAINS, CHAIN_IDS }: Values<typeof CHAIN_SETTINGS>): readonly ConfiguredChain[] {
  return CHAINS ?? CHAIN_IDS ?? [];
}

/** Returns where to send spans, and how many. `null` if they are sent nowhere. */
export function getTracing(values: Values<typeof TRACING_SETTINGS>) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = values;
  return endpoint === null ? null : { endpoint, share };
}

export function readChains(environment: NodeJS.ProcessEnv): readonly ConfiguredChain[] {
  return getChains(readSettings(CHAIN_SETTINGS, environment).values);
}
