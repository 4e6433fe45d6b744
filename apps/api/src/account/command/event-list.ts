/** Changes to keys and webhook endpoints as a table for a terminal, the newest first. */
import { checksum } from '@mandate/read-model/checksum';
import type { KeyEvent } from '@mandate/store';
import { writeTable, writeTime } from './table.ts';

const COLUMNS = ['time', 'who', 'what', 'of', 'owner', 'details'];
const NONE = '-';

export function presentEvents(events: readonly KeyEvent[]): string {
  return writeTable(
    COLUMNS,
    events.map(({ at, actor, event, key, endpoint, owner, detail }) => [
      writeTime(at),
      actor,
      event,
      key ? String(key.id) : (endpoint?.id ?? NONE),
      owner ? checksum(owner) : NONE,
      listDetails(detail).join('; ') || NONE,
    ]),
  );
}

/** A value that was not given says nothing. */
function listDetails(detail: KeyEvent['detail']): string[] {
  return Object.entries(detail)
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([field, value]) =>
      isChange(value)
        ? `${field} ${JSON.stringify(value.from)} → ${JSON.stringify(value.to)}`
        : `${field} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
}

function isChange(value: unknown): value is { readonly from: unknown; readonly to: unknown } {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value;
}
