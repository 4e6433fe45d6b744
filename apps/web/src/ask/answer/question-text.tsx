import type { Network } from '@mandate/sdk';
import { KIND_WORDS, shorten } from '@mandate/sdk/words';
import type { ReactNode } from 'react';
import { WalletAddress } from '../../ui/wallet/wallet-address.tsx';
import type { Question } from '../question/check-kinds.ts';
import { describeMoment, isPast } from '../question/moments.ts';

/** Says what was asked, so that an answer never stands alone. */
export function QuestionText({ question, network }: { question: Question; network: Network | undefined }) {
  const { check, chainId, to, from, moment } = question;
  const may = isPast(moment) ? 'could' : 'may';
  const wallet = (address: string) => (
    <WalletAddress wallet={address} chainId={chainId} registry={check.registry} />
  );
  return (
    <Asked
      question={question}
      network={network}
      facts={[`Registry ${check.registry}`]}
      hasRights={check.hasRights}
    >
      {check.answer === 'balance' ? `For how much ${may} ` : `${may[0]?.toUpperCase()}${may.slice(1)} `}
      {wallet(to)} act for {KIND_WORDS[check.kind].subject} {wallet(from)}?
    </Asked>
  );
}

interface AskedProps {
  readonly question: Omit<Question, 'check' | 'to' | 'from'>;
  readonly network: Network | undefined;
  /** More about the question, in a few words each. */
  readonly facts: readonly string[];
  readonly hasRights: boolean;
  /** The question as a sentence. */
  readonly children: ReactNode;
}

/** Shows a question in words, and everything that narrows it. */
export function Asked({ question, network, facts, hasRights, children }: AskedProps) {
  const { chainId, contract, tokenId, rights, rightsText, moment } = question;
  return (
    <div className="stack stack--m">
      <p className="question">{children}</p>
      <ul className="row">
        {[network?.name ?? `Chain ${chainId}`, ...facts].map((fact) => (
          <li key={fact} className="badge">
            {fact}
          </li>
        ))}
        {contract && (
          <li className="badge mono" data-tip={contract}>
            contract {shorten(contract)}
          </li>
        )}
        {tokenId !== undefined && (
          <li className="badge mono" data-tip={tokenId.toString()}>
            #{shortenDigits(tokenId.toString())}
          </li>
        )}
        {hasRights && (
          <li className="badge" data-tip={rights}>
            {rights ? `Right ${rightsText ? `“${rightsText}”` : shorten(rights)}` : 'Full rights'}
          </li>
        )}
        {moment && (
          <li className="badge" data-tone="good">
            {describeMoment(moment)}
          </li>
        )}
      </ul>
    </div>
  );
}

const MAX_DIGITS = 16;

const shortenDigits = (digits: string) =>
  digits.length > MAX_DIGITS ? `${digits.slice(0, 6)}…${digits.slice(-6)}` : digits;
