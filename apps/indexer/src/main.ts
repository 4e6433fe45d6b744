/** The indexer's command line. Constructs all parts of the indexer. */
import { parseArgs } from 'node:util';
import { ConfigError, type ConfiguredChain, startAdminListener } from '@mandate/config';
import { type Address, messageOf, parseAddress } from '@mandate/core';
import { connectNodes } from '@mandate/nodes';
import {
  connect,
  createAuditRecords,
  createLocks,
  createNodeStore,
  createStatusHistoryStore,
  createWriter,
  findConnectionShortage,
  listPending,
  migrate,
} from '@mandate/store';
import { type Logger, pino } from 'pino';
import { exportChain } from './bootstrap/export.ts';
import { importChain } from './bootstrap/import.ts';
import { createBudget } from './budget/budget.ts';
import { findStart } from './commands/find-start.ts';
import { forget } from './commands/forget.ts';
import { lowerMarks } from './commands/lower-marks.ts';
import { rebuild } from './commands/rebuild.ts';
import { repair } from './commands/repair.ts';
import { type Config, readConfig } from './config.ts';
import { addDatabaseMetrics } from './observe/database-metrics.ts';
import { createMetrics } from './observe/metrics.ts';
import { startNodeReport } from './observe/node-report.ts';
import { startProgress } from './observe/progress.ts';
import { createStatus, describeReadiness } from './observe/status.ts';
import { startStatusHistory } from './observe/status-history.ts';
import type { Tracing } from './observe/tracing.ts';
import { addUsageMetrics } from './observe/usage-metrics.ts';
import { run } from './run.ts';

const USAGE = `Usage: mandate-server <command>

  indexer                follow the configured chains
  migrate                bring the database's schema up to date
  find-start --chain ID  find the first block that can hold a delegation, to save calls; needs an archive node
  lower-marks --chain ID lower safe and final marks that are too high to what the nodes report now
  rebuild --chain ID     restart a tainted chain from the last block its nodes agree on
  repair --vault 0x… [--chain ID]
                         read a wallet's rows again from the chain, and rewrite those that differ
  repair --all [--chain ID]
                         do so for every wallet in which the auditor found a difference
  export --chain ID --file FILE [--block N]
                         write a chain's ledger up to a final block, for another operator
  import --chain ID --file FILE [--digest HEX]
                         load a chain's ledger from such a file instead of reading the whole chain
  forget --chain ID      show what the ledger has of a chain; with --yes, remove it

Settings are environment variables. docs/operating/configuration.md lists them; .env.example is a file to start from.`;

try {
  await main();
} catch (error) {
  const expected = error instanceof ConfigError || (error instanceof TypeError && 'code' in error);
  console.error(expected ? `${error.message}\n\n${USAGE}` : messageOf(error));
  process.exit(expected ? 2 : 1);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      chain: { type: 'string' },
      file: { type: 'string' },
      block: { type: 'string' },
      digest: { type: 'string' },
      vault: { type: 'string' },
      all: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const [command = 'run'] = positionals;
  if (values.help) return console.log(USAGE);
  const config = readConfig(process.env);
  switch (command) {
    case 'run':
      return runIndexer(config);
    case 'migrate':
      return runMigrations(config);
    case 'find-start':
      return printStart(getChain(config, values.chain));
    case 'lower-marks':
      return runLowerMarks(config, getChain(config, values.chain));
    case 'rebuild':
      return runRebuild(config, getChain(config, values.chain));
    case 'repair':
      return runRepair(config, values);
    case 'export':
      return runExport(config, getChain(config, values.chain), values);
    case 'import':
      return runImport(config, getChain(config, values.chain), values);
    case 'forget':
      return runForget(config, values.chain, values.yes);
    default:
      throw new ConfigError(`"${command}" is not a command.`);
  }
}

async function runIndexer(config: Config): Promise<void> {
  const live = process.stdout.isTTY === true;
  const log = pino({ level: live ? 'silent' : config.logLevel, base: null });
  for (const warning of config.warnings) live ? console.warn(warning) : log.warn(warning);
  const maxConnections = Math.min(20, config.chains.length + 2);
  const database = connect({
    url: config.databaseUrl,
    program: 'indexer',
    maxConnections,
    onIdleError: (error) => log.warn({ error: error.message }, 'a database connection broke'),
  });
  const pending = await listPending(database);
  if (pending.length > 0)
    throw new Error(`The database lacks the migrations ${pending.join(', ')}. Run: mandate-server migrate`);
  const shortage = await findConnectionShortage(database, maxConnections + 1);
  if (shortage !== null) log.warn(shortage);
  const locks = createLocks(config.databaseUrl);
  const metrics = createMetrics(config.chains);
  addDatabaseMetrics(metrics.registry, database);
  const nodes = startNodeReport(config.chains, createNodeStore(database), log);
  await nodes.loaded;
  const history = startStatusHistory(createStatusHistoryStore(database), log);
  const stopping = new AbortController();
  const { countMonth } = nodes;
  const budget = createBudget(config.chains, { countMonth, log, signal: stopping.signal });
  addUsageMetrics(metrics.registry, nodes, budget);
  const status = createStatus(config.chains);
  const tracing = await findTracing(config.tracing, log);
  const admin = await startAdminListener(config.admin, {
    ready: () => describeReadiness(status.list(), nodes.list(), budget.list()),
    metrics: () => metrics.registry.metrics(),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  // With INDEXER_PORT=0 the system chooses the port.
  log.info({ port: admin.port, chains: config.chains.length }, 'started');
  const progress = live ? startProgress({ status, nodes, budget }, process.stdout) : null;
  await run({
    chains: config.chains,
    writer: createWriter(database),
    locks,
    observers: [metrics, status, nodes, budget, history, ...(tracing ? [tracing] : [])],
    nodeObservers: [metrics, nodes, budget],
    budget,
    log,
    signal: stopping.signal,
  });
  progress?.stop();
  admin.close();
  await Promise.all([nodes.stop(), history.stop()]);
  await Promise.all([locks.close(), database.end(), tracing?.close()]);
  log.info('stopped');
}

/** Loads OpenTelemetry only if there is a collector to send to. */
async function findTracing(settings: Config['tracing'], log: Logger): Promise<Tracing | null> {
  if (!settings) return null;
  const { startTracing } = await import('./observe/tracing.ts');
  return startTracing(settings, log);
}

async function runMigrations(config: Config): Promise<void> {
  const database = connect({ url: config.databaseUrl, maxConnections: 1 });
  const ran = await migrate(database, { say: console.log }).finally(() => database.end());
  console.log(ran.length > 0 ? `Ran ${ran.join(', ')}.` : 'Nothing to do: the schema is up to date.');
}

async function printStart(chain: ConfiguredChain): Promise<void> {
  const start = await findStart(connectNodes(chain), Object.values(chain.registries), (block) => {
    if (process.stderr.isTTY) process.stderr.write(`\rlooking at block ${block}\x1b[K`);
  });
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  console.log(`"id":${chain.chainId},"startBlock":${start}`);
}

async function runRebuild(config: Config, chain: ConfiguredChain): Promise<void> {
  const database = connect({ url: config.databaseUrl, maxConnections: 2 });
  const said = await rebuild(chain, connectNodes(chain), createWriter(database)).finally(() =>
    database.end(),
  );
  console.log(said);
}

async function runLowerMarks(config: Config, chain: ConfiguredChain): Promise<void> {
  const database = connect({ url: config.databaseUrl, maxConnections: 2 });
  const said = await lowerMarks(chain, connectNodes(chain), createWriter(database)).finally(() =>
    database.end(),
  );
  console.log(said);
}

interface RepairFlags {
  readonly chain?: string;
  readonly vault?: string;
  readonly all: boolean;
}

async function runRepair(config: Config, flags: RepairFlags): Promise<void> {
  const only = readVault(flags);
  const chains = flags.chain === undefined ? config.chains : [getChain(config, flags.chain)];
  const database = connect({ url: config.databaseUrl, maxConnections: 2 });
  const repairChain = async (chain: ConfiguredChain) => {
    const open = await createAuditRecords(database).findings.listOpenVaults(chain.chainId);
    // A chain that is named is read even if the auditor found nothing.
    const vaults = only ? [only].filter((vault) => flags.chain !== undefined || open.includes(vault)) : open;
    if (vaults.length === 0)
      return `Chain ${chain.chainId}: the auditor found no difference. Nothing was read.`;
    return repair(chain, connectNodes(chain), createWriter(database), vaults, showBlock);
  };
  try {
    for (const chain of chains) console.log(await repairChain(chain));
  } finally {
    await database.end();
  }
}

/** `null` for all wallets in which the auditor found a difference. */
function readVault({ vault, all }: RepairFlags): Address | null {
  if (vault === undefined && all) return null;
  if (vault !== undefined && !all && /^0x[0-9a-f]{40}$/i.test(vault)) return parseAddress(vault);
  throw new ConfigError('repair takes either --vault with an address (0x and 40 hex digits), or --all.');
}

/** Shows how far a command has read, on a terminal. */
function showBlock(block: number, upTo: number): void {
  if (process.stderr.isTTY)
    process.stderr.write(`\rread block ${block} of ${upTo}\x1b[K${block < upTo ? '' : '\r\x1b[K'}`);
}

interface FileFlags {
  readonly file?: string;
  readonly block?: string;
  readonly digest?: string;
}

async function runExport(config: Config, chain: ConfiguredChain, flags: FileFlags): Promise<void> {
  const block = flags.block === undefined ? null : Number(flags.block);
  if (block !== null && !Number.isSafeInteger(block)) throw new ConfigError('--block takes a block number.');
  const database = connect({ url: config.databaseUrl, maxConnections: 2 });
  const options = { file: getFile(flags), block };
  console.log(await exportChain(chain, connectNodes(chain), database, options).finally(() => database.end()));
}

async function runImport(config: Config, chain: ConfiguredChain, flags: FileFlags): Promise<void> {
  const { digest = null } = flags;
  if (digest !== null && !/^(0x)?[0-9a-f]{64}$/i.test(digest))
    throw new ConfigError('--digest takes the 64 hex digits that export prints.');
  const database = connect({ url: config.databaseUrl, maxConnections: 2 });
  const options = { file: getFile(flags), digest };
  console.log(await importChain(chain, connectNodes(chain), database, options).finally(() => database.end()));
}

function getFile({ file }: FileFlags): string {
  if (!file) throw new ConfigError('--file takes the path of a file.');
  return file;
}

/** The chain need not be configured, because an operator who removes a chain takes it out of the settings first. */
async function runForget(config: Config, id: string | undefined, confirmed: boolean): Promise<void> {
  if (!id || !/^[1-9]\d{0,9}$/.test(id))
    throw new ConfigError(`--chain takes the id of a chain, like 8453, not "${id ?? ''}".`);
  const database = connect({ url: config.databaseUrl, maxConnections: 2 });
  const said = await forget(Number(id), confirmed, createWriter(database)).finally(() => database.end());
  console.log(said);
}

function getChain(config: Config, id: string | undefined): ConfiguredChain {
  const chain = config.chains.find(({ chainId }) => String(chainId) === id);
  if (!chain) throw new ConfigError(`--chain takes the id of a configured chain, not "${id ?? ''}".`);
  return chain;
}
