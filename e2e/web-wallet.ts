/**
 * A script that puts a wallet into a page before anything else runs there. It announces itself as extensions do
 * (EIP-6963) and has the test sign, by the function `signAsWallet` of the page.
 */
export function writeWalletScript(address: string): string {
  return `
    const answers = {
      eth_requestAccounts: () => ['${address}'],
      eth_accounts: () => ['${address}'],
      eth_chainId: () => '0x1',
      personal_sign: ([message]) => window.signAsWallet(message),
    };
    const provider = {
      request: async ({ method, params }) => {
        if (answers[method]) return answers[method](params);
        throw Object.assign(new Error('This wallet knows no ' + method), { code: 4200 });
      },
      on() {},
      removeListener() {},
    };
    window.ethereum = provider;
    const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';
    const info = { uuid: crypto.randomUUID(), name: 'Test Wallet', icon, rdns: 'example.wallet' };
    const detail = Object.freeze({ info, provider });
    const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    addEventListener('eip6963:requestProvider', announce);
    announce();
  `;
}
