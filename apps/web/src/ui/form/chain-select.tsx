import type { Network } from '@mandate/sdk';
import { Select } from './select.tsx';

interface ChainSelectProps<All extends string | undefined> {
  readonly networks: readonly Network[];
  /** `undefined` is all chains. */
  readonly chainId: number | undefined;
  /** The words for all chains, where they are a choice. */
  readonly all?: All;
  readonly onChange: (chainId: All extends string ? number | undefined : number) => void;
}

/** Chooses a chain. A chain that the service does not know keeps its number. */
export function ChainSelect<All extends string | undefined = undefined>(props: ChainSelectProps<All>) {
  const { networks, chainId, all, onChange } = props;
  const isKnown = chainId === undefined || networks.some((network) => network.chainId === chainId);
  return (
    <Select
      label="Chain"
      value={String(chainId ?? '')}
      options={[
        ...(all === undefined ? [] : [{ value: '', text: all }]),
        ...(isKnown ? [] : [{ value: String(chainId), text: `Chain ${chainId}` }]),
        ...networks.map((one) => ({ value: String(one.chainId), text: nameNetwork(one) })),
      ]}
      onChange={(value) => onChange((value === '' ? undefined : Number(value)) as number)}
    />
  );
}

export const nameNetwork = ({ name, testnet }: Network) => (testnet ? `${name} (testnet)` : name);
