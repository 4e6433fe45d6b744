import { client } from '../../service/client.ts';
import { queries } from '../../service/queries.ts';
import { connections } from '../send/connection.ts';
import { runTransaction } from '../send/run-transaction.ts';
import { createRuns, type Runs } from './runs.ts';

/** The runs of this page. */
export const pageRuns: Runs = createRuns({
  follow: ({ network, transactions }, onProgress, signal) =>
    runTransaction({ connections, client, network, transactions, onProgress, signal }),
  // The explorer shows the delegations of the service.
  onAnswers: () => void queries.invalidateQueries({ queryKey: ['wallet'] }),
});
