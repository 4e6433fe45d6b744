import { shorten } from '../words/shorten.ts';
import type { PickerRow } from './rows.ts';

export const nameOf = ({ ensName, address }: PickerRow) => ensName ?? shorten(address);
