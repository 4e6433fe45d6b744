import type { Network } from '@mandate/sdk';
import { Link } from '@tanstack/react-router';
import { Address } from '../../ui/wallet/address.tsx';
import { KIND_WORDS } from '../../words/grant-words.ts';
import { shorten } from '../../words/shorten.ts';
import type { Question } from '../question/check-kinds.ts';
import { describeMoment, isPast } from '../question/moments.ts';

/** Says what was asked, so that an answer never stands alone. */
export function QuestionText({ question, network }: { question: Question; network: Network | undefined }) {
  const { check, chainId, to, from, contract, tokenId, rights, rightsText, moment } = question;
  const isAmount = check.answer === 'balance';
  const may = isPast(moment) ? 'could' : 'may';
  const search = { chain: chainId, registry: check.registry };
  const wallet = (address: string) => (
    <Address value={address} what="the address of the wallet" chainId={chainId}>
      {(short) => (
        <Link to="/explorer/$wallet" params={{ wallet: address }} search={search} preload={false}>
          {short}
        </Link>
      )}
    </Address>
  );
  return (
    <div className="question">
      <p className="question__text">
        {isAmount ? `For how much ${may} ` : `${may[0]?.toUpperCase()}${may.slice(1)} `}
        {wallet(to)} act for {KIND_WORDS[check.kind].subject} {wallet(from)}?
      </p>
      <ul className="question__facts">
        <li className="badge">{network?.name ?? `Chain ${chainId}`}</li>
        <li className="badge">Registry {check.registry}</li>
        {contract && (
          <li className="badge mono" data-tip={contract}>
            contract {shorten(contract)}
          </li>
        )}
        {tokenId !== undefined && <TokenBadge tokenId={tokenId} />}
        {check.hasRights && (
          <li className="badge" data-tip={rights}>
            {rights ? `Right ${rightsText ? `“${rightsText}”` : shorten(rights)}` : 'Full rights'}
          </li>
        )}
        {moment && <li className="badge badge--accent">{describeMoment(moment)}</li>}
      </ul>
    </div>
  );
}

const MAX_DIGITS = 16;

export function TokenBadge({ tokenId }: { tokenId: bigint }) {
  const digits = tokenId.toString();
  const short = digits.length > MAX_DIGITS ? `${digits.slice(0, 6)}…${digits.slice(-6)}` : digits;
  return (
    <li className="badge mono" data-tip={digits}>
      #{short}
    </li>
  );
}
