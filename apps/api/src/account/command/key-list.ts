/** Keys as a table for a terminal. */
import { checksum } from '@mandate/read-model/checksum';
import type { KeyRecord } from '@mandate/store';
import { writeTable, writeTime } from './table.ts';

const COLUMNS = ['id', 'prefix', 'name', 'owner', 'created', 'last used', 'expires', 'state', 'rules'];
const NONE = '-';

export function presentKeys(keys: readonly KeyRecord[], now: Date): string {
  return writeTable(
    COLUMNS,
    keys.map((key) => [
      String(key.id),
      key.prefix,
      key.name,
      key.owner ? checksum(key.owner) : NONE,
      writeTime(key.createdAt),
      key.lastUsedAt ? writeTime(key.lastUsedAt) : 'never',
      key.expiresAt ? writeTime(key.expiresAt) : 'never',
      stateOf(key, now),
      listRules(key).join('; ') || NONE,
    ]),
  );
}

function stateOf({ revokedAt, expiresAt, rotatedTo }: KeyRecord, now: Date): string {
  if (revokedAt) return 'revoked';
  if (expiresAt && expiresAt <= now) return 'expired';
  return rotatedTo === null ? 'valid' : `valid, replaced by ${rotatedTo}`;
}

function listRules({ origins, operations, chains, ceiling, visitorCeiling, browserOrigin }: KeyRecord) {
  return [
    ...(origins.length > 0 ? [`origins ${origins.join(',')}`] : []),
    ...(operations ? [`operations ${operations.join(',')}`] : []),
    ...(chains ? [`chains ${chains.join(',')}`] : []),
    ...(ceiling === null ? [] : [`ceiling ${ceiling}`]),
    ...(visitorCeiling === null ? [] : [`visitor ceiling ${visitorCeiling}`]),
    ...(browserOrigin === null ? [] : [`used from a page at ${browserOrigin}`]),
  ];
}
