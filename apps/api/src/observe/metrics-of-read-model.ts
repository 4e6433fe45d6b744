/** Which chains the read model answers for, and what answered how many checks. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { AnswerSource } from '../answers/checks.ts';
import type { HostReadModel } from '../answers/read-model.ts';
import { addGauge } from '../http/gauge.ts';
import type { ServedChains } from '../request/chains.ts';

export type ReadModelStates = Pick<HostReadModel, 'problem' | 'isFollowing' | 'states'>;
type State = ReturnType<ReadModelStates['states']>[number];

const SOURCES: readonly AnswerSource[] = ['read_model', 'database'];

/** Gives the functions that count a check and a page of a list, which are called for each: nothing is looked up. */
export function addReadModelMetrics(
  registry: Registry,
  { chains, readModel }: { chains: Pick<ServedChains, 'list'>; readModel: ReadModelStates | null },
) {
  const createCount = (name: string, help: string) => {
    const counts: Record<AnswerSource, number> = { read_model: 0, database: 0 };
    new Counter({
      name,
      help: `${help}, by what answered them: the read model, or the database`,
      labelNames: ['source'],
      registers: [registry],
      collect() {
        this.reset();
        for (const source of SOURCES) this.inc({ source }, counts[source]);
      },
    });
    return (source: AnswerSource) => {
      counts[source]++;
    };
  };
  const countCheck = createCount('mandate_api_checks_total', 'Checks about now');
  const countPage = createCount(
    'mandate_api_list_pages_total',
    'Pages of lists, of /resolve and of /wallets; a long list has many',
  );
  if (readModel) {
    const { problem, isFollowing } = readModel;
    const failed = '1: the read model cannot be opened or written. The database answers instead';
    addGauge(registry, 'mandate_api_read_model_failed', failed, () => (problem() === null ? 0 : 1));
    const following =
      '1: this process follows the ledger, for all processes of this host that share the folder';
    addGauge(registry, 'mandate_api_read_model_following', following, () => (isFollowing() ? 1 : 0));
    addStates(registry, chains, readModel);
  }

  return { countCheck, countPage };
}

function addStates(registry: Registry, chains: Pick<ServedChains, 'list'>, readModel: ReadModelStates): void {
  const gauge = (name: string, help: string, read: (state: State | undefined) => number | null) =>
    new Gauge({
      name: `mandate_api_read_model_${name}`,
      help,
      labelNames: ['chain'],
      registers: [registry],
      collect() {
        this.reset();
        const states = new Map(readModel.states().map((state) => [state.chainId, state]));
        for (const { chainId } of chains.list()) {
          const value = read(states.get(chainId));
          if (value !== null) this.set({ chain: String(chainId) }, value);
        }
      },
    });
  const ready = '1: checks of this chain are answered by the read model. 0: by the database';
  gauge('ready', ready, (state) => (state?.ready ? 1 : 0));
  gauge('block', 'The block that the read model answers for', (state) => state?.block ?? null);
}
