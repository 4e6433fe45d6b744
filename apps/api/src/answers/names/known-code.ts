/**
 * Code that accounts run, and what it is called.
 *
 * Safes: the proxies' code is that of the npm packages `@gnosis.pm/safe-contracts` 1.1.1 and 1.3.0, `@safe-global/safe-contracts`
 * 1.4.1 and `@safe-global/safe-smart-account` 1.5.0. Each package's factory, which contains that code, has the hash that the
 * repository safe-global/safe-deployments states for the deployed factory. The singletons are the addresses of that repository. The
 * proxies of 1.0.0 and of ZK Stack chains are left out: no package has their code.
 */
import { type Address, parseAddress } from '@mandate/core';

export interface KnownCode {
  /** The hashes of the code of Safes' proxies. Each returns storage slot 0 for `masterCopy()`. */
  readonly safeProxies: ReadonlySet<string>;
  /** The contracts whose code the proxies run. */
  readonly safeSingletons: ReadonlyMap<Address, string>;
  /** Contracts whose code accounts run by EIP-7702. */
  readonly wallets: ReadonlyMap<Address, string>;
}

/** The longest code of a proxy. */
export const MAX_PROXY_BYTES = 171;

const safeProxies = new Set([
  '0xaea7d4252f6245f301e540cfbee27d3a88de543af8e49c5c62405d5499fab7e5', // 1.1.1
  '0xb89c1b3bdf2cf8827818646bce9a8f6e372885f8c55e5c07acbd307cb133b000', // 1.3.0
  '0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c', // 1.4.1
  '0x4e381985ca68b3e5d27b4425fa581c19cf33146d3f887a3cfca96f55528ea46f', // 1.5.0
]);

const byAddress = (rows: readonly (readonly [string, string])[]): ReadonlyMap<Address, string> =>
  new Map(rows.map(([address, name]) => [parseAddress(address), name]));

const safeSingletons = byAddress([
  ['0x34CfAC646f301356fAa8B21e94227e3583Fe3F5F', 'Safe 1.1.1'],
  ['0x6851D6fDFAfD08c0295C392436245E5bc78B0185', 'Safe 1.2.0'],
  // Chains that refuse transactions without a chain id have 1.3.0 at the second pair of addresses.
  ['0xd9Db270c1B5E3Bd161E8c8503c55cEABeE709552', 'Safe 1.3.0'],
  ['0x3E5c63644E683549055b9Be8653de26E0B4CD36E', 'SafeL2 1.3.0'],
  ['0x69f4D1788e39c87893C980c06EdF4b7f686e2938', 'Safe 1.3.0'],
  ['0xfb1bffC9d739B8D520DaF37dF666da4C687191EA', 'SafeL2 1.3.0'],
  ['0x41675C099F32341bf84BFc5382aF534df5C7461a', 'Safe 1.4.1'],
  ['0x29fcB43b46531BcA003ddC8FCB67FFE91900C762', 'SafeL2 1.4.1'],
  ['0xFf51A5898e281Db6DfC7855790607438dF2ca44b', 'Safe 1.5.0'],
  ['0xEdd160fEBBD92E350D4D398fb636302fccd67C7e', 'SafeL2 1.5.0'],
]);

/** Each address is in the source above it. */
const wallets = byAddress([
  // "Known implementations" of https://ethereum.org/roadmap/pectra/7702
  ['0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B', 'MetaMask'],
  ['0x000000009B1D0aF20D8C6d0A44e162d11F9b8f00', 'Uniswap Calibur'],
  ['0x69007702764179f14F51cdce752f4f775d74E139', 'Alchemy Modular Account'],
  ['0x5A7FC11397E9a8AD41BF10bf13F22B0a63f96f6d', 'Ambire'],
  ['0x4Cd241E8d1510e30b2076397afc7508Ae59C66c9', 'Simple7702Account'],
  // packages/core/constants.ts of zerodevapp/sdk: KERNEL_7702_DELEGATION_ADDRESS
  ['0xd6CEDDe84be40893d153Be9d467CD6aD37875b28', 'ZeroDev Kernel'],
  // https://docs.biconomy.io/contracts-and-audits: Nexus Implementation v1.3.1
  ['0x0000000020fe2F30453074aD916eDeB653eC7E9D', 'Biconomy Nexus'],
  // README.md of okx/wallet-core 1.0.0: WalletCore
  ['0x80296FF8D1ED46f8e3C7992664D13B833504c2Bb', 'OKX'],
  // scripts/spenders/update-universal-spenders.ts of RevokeCash/whois
  ['0x7702cb554e6bFb442cb743A7dF23154544a7176C', 'Coinbase'],
  ['0xe6Cae83BdE06E4c305530e199D7217f42808555B', 'Simple7702Account'],
  ['0xD2e28229F6f2c235e57De2EbC727025A1D0530FB', 'Trust Wallet'],
]);

export const KNOWN_CODE: KnownCode = { safeProxies, safeSingletons, wallets };
