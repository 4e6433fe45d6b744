/** Chooses the values that a form begins with, from the ledger of the service. */
import type { Sample } from './ledger-samples.ts';

export interface Samples {
  /** By registry and kind, such as `v2 erc721`. */
  readonly ofKind: Readonly<Record<string, Sample>>;
  /** The newest final block of each chain, under its id. */
  readonly finalBlocks: Readonly<Record<string, number>>;
}

export interface Values {
  readonly fields: Readonly<Record<string, string>>;
  /** The JSON to send, if the operation takes a body. */
  readonly body?: string;
}

type Choose = (samples: Samples) => Values | null;

const CHECK = /^v([12])Check(\w+)$/;
const LIST = /^v([12])List$/;
const MAX_BATCH = 4;

const OTHERS: Readonly<Record<string, Choose>> = {
  resolve: ({ ofKind }) => {
    const sample =
      Object.values(ofKind).find(({ kind, rights }) => kind === 'all' && !rights) ?? first(ofKind);
    return sample ? { fields: { to: sample.to } } : null;
  },
  batch: ({ ofKind }) => {
    const checks = Object.values(ofKind).slice(0, MAX_BATCH);
    return checks.length > 0 ? { fields: {}, body: JSON.stringify({ checks }, null, 2) } : null;
  },
  getEligibility: (samples) => {
    const claim = findClaim(samples);
    return claim && { fields: { ...claim, chainId: String(claim.chainId) } };
  },
  getEligibilityOfMany: (samples) => {
    const claim = findClaim(samples);
    if (!claim) return null;
    const { wallet, ...asset } = claim;
    return { fields: {}, body: JSON.stringify({ wallets: [wallet], ...asset }, null, 2) };
  },
  listTokens: (samples) => {
    const claim = findClaim(samples);
    return claim && { fields: { ...claim, chainId: String(claim.chainId) } };
  },
  checkTokens: (samples) => {
    const claim = findClaim(samples);
    const { tokenId } = samples.ofKind['v2 erc721'] ?? {};
    return claim && tokenId
      ? { fields: {}, body: JSON.stringify({ ...claim, tokenIds: [tokenId] }, null, 2) }
      : null;
  },
  scoreVotes: (samples) => {
    const claim = findClaim(samples);
    if (!claim) return null;
    const { wallet, chainId, ...options } = claim;
    const body = { options, network: String(chainId), snapshot: 'latest', addresses: [wallet] };
    return { fields: {}, body: JSON.stringify(body, null, 2) };
  },
  getExclusiveWallet: ({ ofKind }) => {
    const sample = ofKind['v2 all'];
    return sample ? { fields: { vault: sample.from, chainId: String(sample.chainId) } } : null;
  },
  getExclusiveOwner: ({ ofKind }) => {
    const { contract, tokenId, chainId } = ofKind['v2 erc721'] ?? {};
    return contract && tokenId ? { fields: { contract, tokenId, chainId: String(chainId) } } : null;
  },
  listExclusiveVaults: ({ ofKind }) => {
    const sample = ofKind['v2 all'];
    return sample ? { fields: { wallet: sample.to, chainId: String(sample.chainId) } } : null;
  },
  getWallet: ({ ofKind }) => {
    const sample = first(ofKind);
    return sample ? { fields: { wallet: sample.from } } : null;
  },
  getNames: ({ ofKind }) => {
    const { chainId, to, contract, tokenId } = ofKind['v2 erc721'] ?? {};
    return to ? { fields: { of: `${chainId}:${to},${chainId}:${contract}:${tokenId}` } } : null;
  },
  changes: () => ({ fields: { cursor: 'start', limit: '10' } }),
  snapshot: ({ ofKind, finalBlocks }) => {
    const sample = Object.values(ofKind).find(({ chainId, contract }) => contract && chainId in finalBlocks);
    if (!sample?.contract) return null;
    const { chainId, contract } = sample;
    return { fields: { chainId: String(chainId), block: String(finalBlocks[chainId]), contract } };
  },
};

/** Returns null where the ledger has nothing that fits: the form keeps the examples of the description. */
export function chooseValues(operation: string, samples: Samples): Values | null {
  const [, list] = LIST.exec(operation) ?? [];
  if (list) {
    const sample = Object.values(samples.ofKind).find(({ registry }) => registry === `v${list}`);
    return sample ? { fields: { wallet: sample.from, chainId: String(sample.chainId) } } : null;
  }
  const [, version, kind = ''] = CHECK.exec(operation) ?? [];
  if (!version) return OTHERS[operation]?.(samples) ?? null;
  const sample = samples.ofKind[`v${version} ${kind.toLowerCase()}`];
  if (!sample) return null;
  const { from, to, chainId, contract = '', tokenId = '', rights = '' } = sample;
  // Each check has one of the two pairs of names.
  const wallets = { from, vault: from, to, delegate: to };
  return { fields: { ...wallets, chainId: String(chainId), contract, tokenId, rights } };
}

/** The standard of a contract is known from a grant of one of its tokens. */
function findClaim({ ofKind }: Samples) {
  const sample = ofKind['v2 erc721'];
  if (!sample?.contract) return null;
  const { to: wallet, contract, chainId, rights } = sample;
  return { wallet, contract, chainId, standard: 'ERC721', ...(rights && { rights }) };
}

const first = (ofKind: Samples['ofKind']) => Object.values(ofKind)[0];
