/** The API for comparing another service with the contracts. */

export { compare, QUESTIONS_PER_COMPARISON, show } from './compare.ts';
export { type Difference, tellApart } from './compared.ts';
export { askChecks } from './contract-answers.ts';
export { compareExtensions } from './extensions/compare-extensions.ts';
export { answersOverHttp } from './http-answers.ts';
export { nameGrant } from './names.ts';
export { parametersOf } from './records.ts';
export { waitUntilServed } from './served.ts';
export { createService, type Service } from './service.ts';
export { CONTRACTS, QUESTIONS, WALLETS } from './world.ts';
