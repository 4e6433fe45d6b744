import { e } from '@mandate/conformance/cycle-e';

export const f = e;
