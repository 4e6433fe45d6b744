import { h } from './cycle-i.ts';

export const g = h;
