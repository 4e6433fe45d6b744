/** A process that keeps reading a read model which others write, and reports all answers at the end. */
import { setTimeout as delay } from 'node:timers/promises';
import { openReadModel } from '../read-model.ts';
import { type Sample, sample } from './followed-ledger.ts';

const [dir = '', ...chainIds] = process.argv.slice(2);
const readModel = openReadModel({ dir, readOnly: true });
const said = new Map<string, Sample>();
let going = true;
process.once('message', () => {
  going = false;
});
process.send?.('reads');
for (let turn = 0; going; turn++) {
  for (const chainId of chainIds) {
    for (const each of sample(readModel, Number(chainId), 11, turn)) said.set(each.join(), each);
  }
  await delay(1);
}
await readModel.close();
process.send?.([...said.values()], () => process.disconnect());
