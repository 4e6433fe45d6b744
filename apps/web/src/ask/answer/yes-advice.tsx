import { Link } from '@tanstack/react-router';
import type { YesAdvice } from './describe-yes.ts';

interface YesAdviceNoteProps {
  readonly advice: YesAdvice;
  /** The wallet that has to sign the grant. */
  readonly signer?: string;
}

/** Stands below a no: what would make it a yes, and a link to the grant. */
export function YesAdviceNote({ advice, signer = 'The cold wallet' }: YesAdviceNoteProps) {
  const { sentences, grant } = advice;
  return (
    <section className="box stack stack--s" aria-label="What would make it a yes">
      <h2>What would make it a yes</h2>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {grant && (
        <p>
          <Link to="/grant" search={grant} preload={false}>
            Fill in this grant
          </Link>
          . {signer} has to sign it. You can send it the link.
        </p>
      )}
    </section>
  );
}
