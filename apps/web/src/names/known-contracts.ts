/** Well-known contracts of Ethereum. Bridged tokens of other chains share these names with good reason. */
import { skeletonOf } from './letters.ts';

interface KnownContract {
  readonly name: string;
  readonly symbol: string;
  /** `null` for the currency of the chain itself, which has no contract. */
  readonly address: string | null;
}

interface Claim {
  /** The words of the contract. */
  readonly text: string;
  readonly known: KnownContract;
}

const ETHEREUM = 1;

const KNOWN: readonly KnownContract[] = [
  { name: 'Ether', symbol: 'ETH', address: null },
  { name: 'USD Coin', symbol: 'USDC', address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
  { name: 'Tether USD', symbol: 'USDT', address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
  { name: 'Dai Stablecoin', symbol: 'DAI', address: '0x6B175474E89094C44Da98b954EedeAC495271d0F' },
  { name: 'Wrapped Ether', symbol: 'WETH', address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2' },
  { name: 'Wrapped BTC', symbol: 'WBTC', address: '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599' },
  { name: 'BoredApeYachtClub', symbol: 'BAYC', address: '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D' },
  { name: 'MutantApeYachtClub', symbol: 'MAYC', address: '0x60E4d786628Fea6478F785A6d7e704777c86a7c6' },
  { name: 'CRYPTOPUNKS', symbol: 'Ͼ', address: '0xb47e3cd837dDF8e4c57F05d70Ab865de6e193BBB' },
  { name: 'Azuki', symbol: 'AZUKI', address: '0xED5AF388653567Af2F388E6224dC7C4b3241C544' },
  { name: 'PudgyPenguins', symbol: 'PPG', address: '0xBd3531dA5CF5857e7CfAA92426877b022e612cf8' },
];

const BY_SKELETON = new Map(
  KNOWN.flatMap((known) => [known.name, known.symbol].map((claim) => [skeletonOf(claim), known] as const)),
);

/** Finds the well-known contract whose name or symbol another contract of Ethereum claims. */
export function findClaimed(
  chainId: number,
  address: string,
  claims: readonly (string | null)[],
): Claim | null {
  if (chainId !== ETHEREUM) return null;
  for (const claim of claims) {
    const known = claim && BY_SKELETON.get(skeletonOf(claim));
    if (known && known.address?.toLowerCase() !== address.toLowerCase()) return { text: claim, known };
  }
  return null;
}
