import { writeAmount } from '@mandate/sdk/words';
import { Amount } from '../../names/amount.tsx';
import { useName } from '../../names/use-names.ts';
import { Address } from '../../ui/wallet/address.tsx';
import type { Sentence, SentencePart } from '../plan/sentence.ts';

/** Shows a sentence with the names of its addresses and the units of its amounts. */
export function SentenceText({ sentence }: { sentence: Sentence }) {
  return sentence.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move.
    <Part key={index} part={part} />
  ));
}

function Part({ part }: { part: SentencePart }) {
  if (typeof part === 'string') return part;
  if (part.what === 'amount') return <AmountPart part={part} />;
  const what = part.what === 'wallet' ? 'the address of the wallet' : 'the address of the contract';
  return <Address value={part.address} what={what} chainId={part.chainId} />;
}

function AmountPart({ part }: { part: Extract<SentencePart, { what: 'amount' }> }) {
  const { amount, contract, chainId, hasDecimals } = part;
  const names = useName(hasDecimals ? { chainId, address: contract } : null);
  if (!hasDecimals) return <span className="mono digits">{writeAmount(amount)}</span>;
  return <Amount value={amount} contract={names?.contract} />;
}
