import { usePageTitle } from '../ui/page/page-title.ts';
import { AuditSection } from './audit/audit-section.tsx';

export function AuditPage() {
  usePageTitle('Audit');
  return <AuditSection isPage />;
}
