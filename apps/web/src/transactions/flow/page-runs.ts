import { followProposal, type Progress, runTransaction } from '@mandate/sdk/transactions';
import { client } from '../../service/client.ts';
import { queries } from '../../service/queries.ts';
import { connections } from '../../wallets/connection.ts';
import { proposals } from './proposals.ts';
import { createRuns, type Runs } from './runs.ts';

/** The steps that end a proposal. It outlives other ends, e.g. while another wallet is connected. */
const ENDS: readonly Progress['step'][] = ['failed', 'reverted', 'known', 'safe', 'changedLater'];

/** The runs of this page. */
export const pageRuns: Runs = createRuns({
  async follow(sending, onProgress, signal, proposal) {
    const { network, transactions } = sending;
    const { provider, onlyChain } = connections.get()?.wallet ?? {};
    if (!provider) return onProgress({ step: 'wrongAccount', account: null, wanted: transactions[0].from });
    const parameters = {
      ...{ provider, network, transactions, signal, isProposer: onlyChain !== undefined },
      onProgress(progress: Progress) {
        if (progress.step === 'simulating') void connections.readChain().catch(() => undefined);
        if (progress.step === 'proposed') proposals.keep({ id: progress.id, sending });
        else if (ENDS.includes(progress.step)) proposals.end(sending);
        onProgress(progress);
      },
    };
    if (proposal === undefined) await runTransaction(client, parameters);
    else await followProposal(client, { ...parameters, id: proposal });
  },
  // The explorer shows the delegations of the service.
  onAnswers: () => void queries.invalidateQueries({ queryKey: ['wallet'] }),
});
