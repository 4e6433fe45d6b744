export { h } from './cycle-h.ts';
