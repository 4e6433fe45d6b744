/** A process that adds one block to a read model. Arguments: the folder and the block. */
import { now } from '../clock.ts';
import { openReadModel } from '../read-model.ts';
import { placeAt, readOf } from './log-reads.ts';

const [dir = '', number = ''] = process.argv.slice(2);
const readModel = openReadModel({ dir });
await readModel.apply(1, placeAt(Number(number) - 1), readOf(Number(number) - 1, Number(number)), now());
await readModel.close();
