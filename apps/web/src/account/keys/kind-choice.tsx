import { ChoiceCards } from '../../ui/form/choice-cards.tsx';
import type { KeyKind } from '../session/developer-api.ts';

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
] as const;

export function KindChoice({ kind, onChange }: { kind: KeyKind; onChange: (kind: KeyKind) => void }) {
  return <ChoiceCards legend="Kind of key" value={kind} choices={KINDS} onChange={onChange} />;
}
