import { useRouter } from '@tanstack/react-router';
import { type GrantDraft, searchOfDraft } from '../transactions/form/grant-draft.ts';
import { readRightsDraft } from '../transactions/form/rights-draft.ts';
import { CopyTextButton } from '../ui/copy/copy-text-button.tsx';

/** A link that opens this form for someone else, without their vault: "delegate to me". */
export function AskLink({ draft }: { draft: GrantDraft }) {
  const router = useRouter();
  const { rights } = readRightsDraft(draft.rights, Math.floor(Date.now() / 1000));
  const { href } = router.buildLocation({ to: '/grant', search: searchOfDraft(draft, rights) });
  return (
    <div className="row row--apart foot">
      <p className="hint grow">
        <strong>Ask someone else.</strong> The link opens this form with these values and an empty vault.
      </p>
      <CopyTextButton text={new URL(href, location.origin).href} label="Copy link" />
    </div>
  );
}
