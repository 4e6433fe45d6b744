import '../answer/answer.css';
import type { Network, PartlyResolved } from '@mandate/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { describeCode } from '../../service/failure.ts';
import { FailureNote } from '../../ui/page/failure-note.tsx';
import { BlockAge } from '../../ui/time/block-age.tsx';
import type { YesAdvice } from '../answer/describe-yes.ts';
import { QuestionLinks } from '../answer/question-links.tsx';
import { YesAdviceNote } from '../answer/yes-advice.tsx';
import type { CheckSearch } from '../question/check-search.ts';
import type { VaultsQuestion } from './read-vaults.ts';
import { VaultItem } from './vault-item.tsx';
import { vaultsQuery } from './vaults-query.ts';

interface VaultsCardProps {
  /** The question as the URL keeps it. */
  readonly asked: CheckSearch;
  readonly question: VaultsQuestion;
  readonly networks: readonly Network[];
}

export function VaultsCard({ asked, question, networks }: VaultsCardProps) {
  const query = useInfiniteQuery(vaultsQuery(question));
  const { data: kept, error, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  // An earlier answer is no answer while the service cannot give one.
  const data = error ? undefined : kept;
  const last = data?.pages.at(-1);
  const vaults = data?.pages.flatMap(({ wallets }) => wallets) ?? [];
  return (
    <section className="vaults card stack" data-answer="" tabIndex={-1} aria-label="Vaults">
      <h2>
        <span role="status" aria-busy={isFetching}>
          {last ? describeCount(vaults.length, last) : error ? 'Unknown right now' : 'Loading…'}
        </span>
      </h2>
      {error && <FailureNote error={error} onRetry={() => void refetch()} />}
      {last?.unknown.map((chain) => (
        <UnknownChain key={chain.chainId} {...chain} name={nameOf(networks, chain.chainId)} />
      ))}
      {last && vaults.length === 0 && last.chains.length > 0 && (
        <p className="quiet">
          {question.contract
            ? 'No vault has delegated this to the wallet.'
            : 'No vault has delegated its whole wallet. Enter a contract to include those for less.'}
        </p>
      )}
      {last && vaults.length === 0 && last.unknown.length === 0 && (
        <YesAdviceNote advice={adviseOnVaults(question)} signer="A vault" />
      )}
      {vaults.length > 0 && (
        <ul className="lines">
          {vaults.map((vault) => (
            <li key={vault.address}>
              <VaultItem vault={vault} networks={networks} />
            </li>
          ))}
        </ul>
      )}
      {last && hasNextPage && (
        <button
          type="button"
          className="button button--quiet"
          aria-disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage ? 'Loading…' : 'Show more'}
        </button>
      )}
      {last && last.chains.length > 0 && (
        <ul className="row row--loose hint foot" aria-label="Blocks">
          {last.chains.map(({ chainId, block }) => (
            <li key={chainId}>
              <strong>{nameOf(networks, chainId)}</strong> at <BlockAge block={block} />
            </li>
          ))}
        </ul>
      )}
      <div className="row row--end">
        <QuestionLinks asked={asked} block={null} />
      </div>
    </section>
  );
}

function adviseOnVaults({ to, contract, rights, chainIds }: VaultsQuestion): YesAdvice {
  const [chain] = chainIds ?? [];
  const scope = contract ? 'its whole wallet or this contract' : 'its whole wallet';
  return {
    sentences: [`A vault is found here once it delegates ${scope} to the hot wallet.`],
    grant: {
      ...(chain !== undefined && { chain }),
      kind: contract ? 'contract' : 'all',
      to,
      ...(contract && { contract }),
      ...(rights && { rights }),
    },
  };
}

const nameOf = (networks: readonly Network[], chainId: number) =>
  networks.find((network) => network.chainId === chainId)?.name ?? `Chain ${chainId}`;

/** Says when the count is incomplete. */
function describeCount(count: number, { nextCursor, unknown, chains }: PartlyResolved): string {
  if (chains.length === 0) return 'Unknown right now';
  const vaults = `${count.toLocaleString('en')} ${count === 1 ? 'vault' : 'vaults'}`;
  if (nextCursor !== null) return `The first ${vaults}`;
  return unknown.length > 0 ? `${vaults} found so far` : count === 0 ? 'No vault' : vaults;
}

interface UnknownChainProps {
  readonly name: string;
  readonly code: string;
  readonly detail: string;
}

function UnknownChain({ name, code, detail }: UnknownChainProps) {
  const { title } = describeCode(code, detail);
  return (
    <p className="note" data-tone="warn">
      <span>
        <strong>{name} could not answer.</strong> {title}. Vaults on this chain may be missing.
      </span>
    </p>
  );
}
