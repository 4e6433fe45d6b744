import { useRouter } from '@tanstack/react-router';
import { CopyTextButton } from '../../ui/copy/copy-text-button.tsx';
import type { CheckSearch } from '../question/check-search.ts';

interface QuestionLinksProps {
  /** The question as the URL keeps it. */
  readonly asked: CheckSearch;
  /** The block of the answer, if its link gives the same answer later. */
  readonly block: number | null;
}

/** Copies links that ask the same question: at any time, or at the block of this answer. */
export function QuestionLinks({ asked, block }: QuestionLinksProps) {
  const router = useRouter();
  const write = (search: CheckSearch) =>
    new URL(router.buildLocation({ to: '/check', search }).href, location.origin).href;
  return (
    <>
      <CopyTextButton text={write(asked)} label="Copy link" />
      {block !== null && asked.when !== 'block' && (
        <CopyTextButton
          text={write({ ...asked, when: 'block', at: String(block) })}
          label={`Copy link at block ${block.toLocaleString('en')}`}
        />
      )}
    </>
  );
}
