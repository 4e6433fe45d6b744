import { f } from '@mandate/testing/cycle-f';

export const e = f;
