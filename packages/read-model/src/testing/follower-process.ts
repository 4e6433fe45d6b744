/** A process that follows the ledger. Arguments: the folder, the database URL and the chain ids. */
import { pino } from 'pino';
import { followLedger } from '../follow.ts';
import { openReadModel } from '../read-model.ts';

const [dir = '', databaseUrl = '', ...chainIds] = process.argv.slice(2);
const readModel = openReadModel({ dir });
followLedger({ readModel, databaseUrl, chainIds: chainIds.map(Number), log: pino({ level: 'silent' }) });
process.send?.('follows');
