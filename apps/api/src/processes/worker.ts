/** One of several processes that answer behind one port. The first process starts it and tells it to end. */
import cluster from 'node:cluster';
import { startReadModel } from '../answers/read-model.ts';
import { type Config, readConfig } from '../config.ts';
import { createLog } from '../observe/log.ts';
import { serve } from '../serve.ts';
import { createLogDestination } from './log-destination.ts';
import { findPeers, type Peers } from './peers.ts';
import { leaveSignalsToFirst } from './signals.ts';

export async function runWorker(): Promise<void> {
  leaveSignalsToFirst();
  const peers = findPeers();
  if (!peers) throw new TypeError('A worker is started by another process, and by nobody else.');
  try {
    await run(readConfig(process.env), peers);
  } catch (error) {
    await peers.fails(error instanceof Error ? error.message : String(error)).catch(() => {});
    process.exit(1);
  }
}

async function run(config: Config, peers: Peers): Promise<void> {
  const log = createLog(config.logLevel, createLogDestination());
  setInterval(() => log.flush(), 1_000).unref();
  const readModel = await startReadModel(config, log, { readOnly: true });
  const serving = await serve(config, { log, readModel });
  peers.onReady(async () => serving.admin.ready());
  peers.onEnd(async () => {
    await serving.close();
    await readModel?.close();
    log.flush();
    cluster.worker?.disconnect();
  });
  peers.listens(serving.port);
}
