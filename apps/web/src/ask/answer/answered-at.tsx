import type { Answer, Network } from '@mandate/sdk';
import { useQuery } from '@tanstack/react-query';
import { statusQuery } from '../../service/queries.ts';
import { BlockAge } from '../../ui/time/block-age.tsx';
import { Moment } from '../../ui/time/moment.tsx';
import { Address } from '../../ui/wallet/address.tsx';
import { OnExplorer } from '../../ui/wallet/on-explorer.tsx';

interface AnsweredAtProps {
  readonly answer: Pick<Answer<unknown>, 'block' | 'safeBlock'>;
  readonly network: Network | undefined;
  /** For the past, the block's time is shown instead of its age. */
  readonly isPast: boolean;
}

/** Shows the block of an answer, and whether it is final. */
export function AnsweredAt({ answer: { block, safeBlock }, network, isPast }: AnsweredAtProps) {
  const { data: chains } = useQuery({ ...statusQuery, refetchInterval: false });
  const finalized = chains?.find(({ chainId }) => chainId === block.chainId)?.finalized ?? -1;
  const number = block.number.toLocaleString('en');
  return (
    <div className="quiet grow">
      <p className="row row--loose">
        <span>
          Answered at{' '}
          {isPast ? (
            <span className="digits">
              block <strong>{number}</strong>
              {block.timestamp !== null && <>, </>}
              {block.timestamp !== null && <Moment seconds={block.timestamp} />}
            </span>
          ) : (
            <BlockAge block={block} />
          )}
          {safeBlock === block.number && ', which is safe'}
          {safeBlock !== null && safeBlock !== block.number && (
            <>
              , without a break since the safe block <strong>{safeBlock.toLocaleString('en')}</strong>
            </>
          )}
        </span>
        {block.hash && (
          <Address value={block.hash} what="the hash of the block">
            {(short) => (
              <OnExplorer explorer={network?.explorer} path={`block/${block.number}`}>
                {short}
              </OnExplorer>
            )}
          </Address>
        )}
      </p>
      {block.number <= finalized && (
        <p className="answer__final">Block {number} is final, so this answer will never change.</p>
      )}
    </div>
  );
}
