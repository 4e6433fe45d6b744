import type { WalletDelegation } from '@mandate/sdk/explore';
import { ChoiceCards } from '../../ui/form/choice-cards.tsx';
import { countSignatures, type V1Way } from './revoke-writes.ts';

interface V1ChoiceProps {
  readonly rows: readonly WalletDelegation[];
  readonly way: V1Way;
  readonly onChange: (way: V1Way) => void;
}

const WAYS = ['each', 'wallets', 'everyone'] as const;

/** Lets the holder choose how much of registry v1 ends. */
export function V1Choice({ rows, way, onChange }: V1ChoiceProps) {
  const choices = WAYS.map((value) => {
    const { title, detail } = describeWay(value, rows);
    const signatures = countSignatures(rows, value);
    return {
      value,
      title,
      detail: `${detail} ${signatures === 1 ? 'One signature.' : `${signatures} signatures.`}`,
    };
  });
  return (
    <ChoiceCards
      legend="How much of registry v1 ends?"
      isList
      value={way}
      choices={choices}
      onChange={onChange}
    />
  );
}

function describeWay(way: V1Way, rows: readonly WalletDelegation[]): { title: string; detail: string } {
  const v1 = rows.filter(({ registry }) => registry === 'v1');
  const wallets = new Set(v1.map(({ to }) => to.toLowerCase())).size;
  if (way === 'each') {
    return {
      title: v1.length === 1 ? 'Only this delegation' : `Only these ${v1.length} delegations`,
      detail: 'All others stay as they are.',
    };
  }
  if (way === 'wallets') {
    return {
      title: wallets === 1 ? 'Everything for this wallet' : `Everything for these ${wallets} wallets`,
      detail: 'Ends every v1 delegation to them on this chain: whole wallet, contracts and tokens.'.replace(
        'to them',
        wallets === 1 ? 'to it' : 'to them',
      ),
    };
  }
  return {
    title: 'Everything, for everyone',
    detail: 'Ends every v1 delegation of this vault on the chain, also to wallets that are not listed here.',
  };
}
