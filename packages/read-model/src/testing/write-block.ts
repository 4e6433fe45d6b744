/** A process that writes one block more to a replica: which folder, which block. */
import { now } from '../clock.ts';
import { openReplica } from '../read-model.ts';
import { placeAt, readOf } from './log-reads.ts';

const [dir = '', number = ''] = process.argv.slice(2);
const replica = openReplica({ dir });
await replica.apply(1, placeAt(Number(number) - 1), readOf(Number(number) - 1, Number(number)), now());
await replica.close();
