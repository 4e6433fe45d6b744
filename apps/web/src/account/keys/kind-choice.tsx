import { ChoiceCards } from '../../ui/form/choice-cards.tsx';
import type { KeyUse } from './rules-draft.ts';

const KINDS = [
  {
    value: 'secret',
    title: 'Secret key',
    detail: 'For servers and scripts: it can use everything, so keep it out of pages and repositories.',
  },
  {
    value: 'publishable',
    title: 'Publishable key',
    detail: 'For web pages: everyone may see it, and it works only from pages that you list.',
  },
  {
    value: 'votes',
    title: 'Votes key',
    detail: 'For the URL in the settings of a Snapshot space: everyone may see it, and it only counts votes.',
  },
] as const;

export function KindChoice({ use, onChange }: { use: KeyUse; onChange: (use: KeyUse) => void }) {
  return <ChoiceCards legend="Kind of key" value={use} choices={KINDS} onChange={onChange} />;
}
