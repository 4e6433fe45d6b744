export { createSigner } from './report/signing-key.ts';
export { startAuditor } from './start.ts';
