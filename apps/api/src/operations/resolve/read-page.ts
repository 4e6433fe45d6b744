/** Reads one page of wallets from the chains that can answer, and the reasons of those that can't. */
import type { Checkpoint, GrantingPage, GrantingRequest } from '@mandate/store';
import type { AskedChain } from '../../answers/present.ts';
import { ProblemError } from '../../http/problems.ts';
import { blockOfStrict } from '../../request/at-block.ts';
import { findAuditMark, findAuditMarkOfReceiver } from '../../request/audit-marks.ts';
import { describeServed, type ServedChain, type ServedChains } from '../../request/chains.ts';
import { findDoubt, findUnknownMark, findUnverified, uncertain } from '../../request/freshness.ts';
import type { Resolving } from './operation.ts';

type Doubt = AskedChain & { readonly known: ProblemError };

/**
 * That a chain can't answer is seen only when it has been read: then the others are read again without it. What it
 * holds must neither be given nor take a place on the page.
 */
export async function readPage(
  find: (request: GrantingRequest) => Promise<GrantingPage>,
  served: ServedChains,
  { chainIds, registries, ...asked }: Resolving,
): Promise<Pick<GrantingPage, 'wallets' | 'next'> & { readonly chains: readonly AskedChain[] }> {
  const wanted = chainIds ?? served.list().map(({ chainId }) => chainId);
  const doubts = listUnserved(wanted, served);
  let chains = served.list().filter(({ chainId }) => wanted.includes(chainId));
  const marks = await listMarks(chains, { ...asked, registries });
  for (;;) {
    // No chain has answered, and an empty list would look like a no.
    if (chains.length === 0) throw findGravest(doubts);
    const asking = chains.map((chain) => {
      return { chainId: chain.chainId, registries: registries.filter((name) => chain.registries[name]) };
    });
    const page = await find({ ...asked, chains: asking });
    const checkpoints = new Map(page.checkpoints.map((checkpoint) => [checkpoint.chainId, checkpoint]));
    const isUncertain = ({ chainId, registries: { v1 } }: ServedChain) =>
      v1 !== undefined && registries.includes('v1') && page.uncertain.has(chainId);
    const doubtful = chains.flatMap((chain) =>
      describeDoubt(
        chain,
        checkpoints.get(chain.chainId) ?? null,
        { mark: marks.get(chain.chainId) ?? null, isUncertain: isUncertain(chain) },
        asked.strict,
      ),
    );
    if (doubtful.length === 0) {
      const known = asking.flatMap(({ chainId, registries }): AskedChain[] => {
        const checkpoint = checkpoints.get(chainId);
        if (!checkpoint) return [];
        const safe = page.safeBlocks.get(chainId);
        const block = safe ? blockOfStrict(checkpoint, safe) : checkpoint.block;
        return [{ chainId, known: { registries, block, safeBlock: safe?.number ?? null } }];
      });
      const all = [...known, ...doubts].toSorted((a, b) => a.chainId - b.chainId);
      return { wallets: page.wallets, next: page.next, chains: all };
    }
    doubts.push(...doubtful);
    chains = chains.filter(({ chainId }) => !doubtful.some((doubt) => doubt.chainId === chainId));
  }
}

/** A chain that can't answer now is a better reason than one that is not served at all. */
function findGravest(doubts: readonly Doubt[]): ProblemError {
  const doubt = doubts.find(({ known }) => known.code !== 'chain_not_supported') ?? doubts[0];
  const detail = 'This service serves no chain. Ask its operator to configure one.';
  return doubt?.known ?? new ProblemError('chain_not_supported', detail);
}

function describeDoubt(
  chain: ServedChain,
  checkpoint: Checkpoint | null,
  { mark, isUncertain }: { readonly mark: ProblemError | null; readonly isUncertain: boolean },
  strict: boolean,
): Doubt[] {
  const { block, safe: safeBlock = null } = { ...checkpoint };
  const doubt =
    findDoubt(chain, checkpoint) ??
    mark ??
    (checkpoint && strict ? findUnknownMark(chain, checkpoint, 'safe') : null) ??
    // The answer says since when each grant stands, which may be any time.
    (checkpoint && findUnverified(chain, checkpoint, 0)) ??
    (isUncertain && block ? uncertain(chain, 'this wallet', { readUpTo: block.number, safeBlock }) : null);
  return doubt ? [{ chainId: chain.chainId, known: doubt }] : [];
}

/** Finds the chains on which the wallet's grants are under audit. Returns the problem of each by its id. */
async function listMarks(
  chains: readonly ServedChain[],
  { direction, wallet, registries }: Omit<Resolving, 'chainIds'>,
): Promise<ReadonlyMap<number, ProblemError>> {
  const marks = await Promise.all(
    chains.flatMap((chain) =>
      registries.map(async (registry) => {
        const mark =
          direction === 'from'
            ? findAuditMark(chain, { registry, from: wallet })
            : await findAuditMarkOfReceiver(chain, { registry, to: wallet });
        return mark ? [[chain.chainId, mark] as const] : [];
      }),
    ),
  );
  return new Map(marks.flat());
}

function listUnserved(wanted: readonly number[], served: ServedChains): Doubt[] {
  const all = served.list();
  const known = new Set(all.map(({ chainId }) => chainId));
  return wanted
    .filter((chainId) => !known.has(chainId))
    .map((chainId) => {
      const detail = `Chain ${chainId} is not served here. ${describeServed(all)}`;
      return { chainId, known: new ProblemError('chain_not_supported', detail) };
    });
}
