import { runTransaction } from '@mandate/sdk/transactions';
import { client } from '../../service/client.ts';
import { queries } from '../../service/queries.ts';
import { connections } from '../../wallets/connection.ts';
import { createRuns, type Runs } from './runs.ts';

/** The runs of this page. */
export const pageRuns: Runs = createRuns({
  async follow({ network, transactions }, onProgress, signal) {
    const provider = connections.get()?.wallet.provider;
    if (!provider) return onProgress({ step: 'wrongAccount', account: null, wanted: transactions[0].from });
    await runTransaction(client, {
      ...{ provider, network, transactions, signal },
      onProgress(progress) {
        if (progress.step === 'simulating') void connections.readChain().catch(() => undefined);
        onProgress(progress);
      },
    });
  },
  // The explorer shows the delegations of the service.
  onAnswers: () => void queries.invalidateQueries({ queryKey: ['wallet'] }),
});
