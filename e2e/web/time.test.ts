/**
 * Asks about past times and reasons, finds vaults and moves the timeline in a browser, on the built site,
 * over a real chain.
 */
import { type LocalChain, startLocalChain } from '@mandate/contracts';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { getAddress } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runCopied } from './copied-code.ts';
import { startWebService, UNFOLLOWED, type WebService } from './service.ts';
import { LOOKS, openSite, PHONE, type Site } from './site.ts';
import {
  amount,
  BOT,
  CONTRACT,
  createAddress,
  grant,
  HOT,
  OTHER,
  ofContract,
  VAULT,
  whole,
} from './time-grants.ts';

/** The time between the blocks of the story, so that each has its own second. */
const STEP_S = 5;
const FINALITY_BLOCKS = 8;

let site: Site;
let chain: LocalChain;
let service: WebService;
let url: string;
/** The blocks of the story. */
const blocks: { number: number; time: number; transaction: string }[] = [];
/** A time with many delegations in force. */
let pastTime = 0;

async function happens(write: () => Promise<void>): Promise<void> {
  const { timestamp } = await chain.client.getBlock();
  await chain.client.setNextBlockTimestamp({ timestamp: timestamp + BigInt(STEP_S) });
  await write();
  const block = await chain.client.getBlock();
  const [transaction = '0x'] = block.transactions;
  blocks.push({ number: Number(block.number), time: Number(block.timestamp), transaction });
}

beforeAll(async () => {
  [site, chain] = await Promise.all([
    openSite(),
    startLocalChain({ chainId: 1, finalityBlocks: FINALITY_BLOCKS }),
  ]);
  service = await startWebService(chain, { webDir: site.folder });
  url = service.url;
  await happens(() => service.grant([whole]));
  await happens(() => service.grant([ofContract, amount(10n)]));
  await happens(() => service.grant([amount(2_500n)]));
  await happens(() => service.revoke([whole]));
  pastTime = at(2).time;
});
afterEach(async () => {
  const complaints = [...site.complaints];
  await site.closePages();
  expect(complaints).toEqual([]);
});
afterAll(async () => {
  await site?.close();
  await service?.close();
  await chain?.stop();
});

const at = (index: number) => blocks[index] ?? expect.fail(`The story has no block ${index}.`);
const open = (path: string, options: BrowserContextOptions = {}) =>
  site.open(url + path, { permissions: ['clipboard-read', 'clipboard-write'], ...options });

describe('check', () => {
  const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });
  const check = `/check?kind=all&to=${HOT}&from=${VAULT}&chain=1`;

  test('the answer and the code are for the chosen moment', async () => {
    const page = await open(check);
    await answer(page).getByText('No delegation allows this at the block of the answer.').waitFor();
    await page.getByLabel('When').selectOption('At a block');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('Enter a block number').waitFor();
    await page.getByLabel('Block', { exact: true }).fill(String(at(2).number));
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await answer(page).getByText('Yes, could act').waitFor();
    expect(await answer(page).textContent()).toContain(`Answered at block ${at(2).number},`);
    expect(new URL(page.url()).search).toContain(`when=block&at=${at(2).number}`);
    for (const { code, said } of await runCopied(page)) expect(said.toLowerCase(), code).toMatch(/^true/);
    const time = new Date(1000 * (at(0).time - STEP_S + 1)).toISOString().slice(0, 19);
    await page.getByLabel('When').selectOption('At a time');
    await page.getByLabel('Time (UTC)').fill(time);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await answer(page).getByText('No delegation allowed this at that time.').waitFor();
    await page.goBack();
    await answer(page).getByText('Yes, could act').waitFor();
  });

  test('a yes shows its reason and transaction', async () => {
    const page = await open(`${check}&when=block&at=${at(1).number}`);
    const reasons = answer(page).getByRole('region', { name: 'Reason at that time' });
    await reasons.waitFor();
    const said = await reasons.innerText();
    for (const text of ['Whole wallet', 'Full rights', 'Registry v2', `block ${at(0).number}`]) {
      expect(said).toContain(text);
    }
    expect(await reasons.getByRole('time').getAttribute('datetime')).toBe(
      new Date(1000 * at(0).time).toISOString().replace('.000', ''),
    );
    const { hash } = await chain.client.getTransaction({ hash: at(0).transaction as `0x${string}` });
    expect(await reasons.getByRole('link').getAttribute('href')).toBe(`https://etherscan.io/tx/${hash}`);
  });

  test('strict waits for the safe block, and a final answer says so', async () => {
    const page = await open(
      `/check?kind=contract&to=${BOT}&from=${OTHER}&contract=${CONTRACT}&chain=1&when=strict`,
    );
    await answer(page).getByText('No delegation has allowed this without a break').waitFor();
    await service.grant([grant({ from: OTHER, to: BOT, kind: 'contract', contract: CONTRACT })]);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await answer(page).getByText('No', { exact: true }).waitFor();
    const now = await open(`/check?kind=contract&to=${BOT}&from=${OTHER}&contract=${CONTRACT}&chain=1`);
    await answer(now).getByText('Yes, may act').waitFor();
    expect(await answer(now).textContent()).not.toContain('this answer will never change');
    for (let n = 0; n < FINALITY_BLOCKS; n++) await service.mine();
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Refresh' }).click();
        return answer(page).getByText('Yes, may act').count();
      })
      .toBe(1);
    expect(await answer(page).textContent()).toMatch(/without a break since the safe block \d+/);
    const past = await open(`${check}&when=block&at=${at(0).number}`);
    await answer(past)
      .getByText(`Block ${at(0).number} is final, so this answer will never change.`)
      .waitFor();
  });

  test('a future block is not a no', async () => {
    const page = await open(`${check}&when=block&at=999999`);
    await answer(page).getByText('Unknown right now').waitFor();
    expect(await answer(page).textContent()).toContain('This block has not been read yet');
    expect(await answer(page).getByText('No', { exact: true }).count()).toBe(0);
  });
});

test('a hot wallet finds its vaults, and which chain could not answer', async () => {
  await service.grant([whole]);
  const page = await open(`/check?to=${HOT}`);
  await page.getByText('Which vaults?').click();
  await page.getByRole('button', { name: 'Find vaults' }).click();
  const vaults = page.getByRole('region', { name: 'Vaults' });
  await vaults.getByText('1 vault found so far').waitFor();
  await vaults.getByText('OP Mainnet could not answer.').waitFor();
  expect(await vaults.innerText()).toContain('Whole wallet');
  await page.getByLabel('Chain').selectOption('Ethereum');
  await page.getByLabel('Contract (optional)').fill(CONTRACT);
  await page.getByLabel('Right (optional)').fill('claim');
  await page.getByRole('button', { name: 'Find vaults' }).click();
  await vaults.getByText('2 vaults', { exact: true }).waitFor();
  expect(await vaults.getByText('could not answer').count()).toBe(0);
  for (const vault of [VAULT, OTHER]) await vaults.getByRole('link', { name: getAddress(vault) }).waitFor();
  for (const { code, said } of await runCopied(page)) {
    for (const vault of [VAULT, OTHER]) expect(said, code).toContain(getAddress(vault));
  }
  await page.getByLabel('Contract (optional)').fill('');
  await page.getByLabel('Token id (optional)').fill('7');
  await page.getByRole('button', { name: 'Find vaults' }).click();
  await page.getByText('Enter the contract of this token.').waitFor();
  await page.goto(`${url}/check?ask=vaults&to=${HOT}&chain=${UNFOLLOWED}`);
  await vaults.getByText('Unknown right now').waitFor();
  await service.revoke([whole]);
  await page.goto(`${url}/check?ask=vaults&to=${HOT}&chain=1`);
  await vaults.getByText('No vault', { exact: true }).waitFor();
});

describe('the timeline', () => {
  const COLD = createAddress('c01d2');
  const [first, second] = [grant({ from: COLD }), grant({ from: COLD, to: BOT })];
  const bar = (page: Page) => page.getByRole('region', { name: 'Time', exact: true });
  const rows = (page: Page) =>
    page
      .getByRole('table', { name: 'Delegations' })
      .getByRole('cell', { name: 'Given', exact: true })
      .count();
  let path: string;

  beforeAll(async () => {
    path = `/explorer/${COLD}?view=timeline`;
    blocks.splice(0);
    await happens(() => service.grant([first]));
    await happens(() => service.grant([second]));
    await happens(() => service.revoke([first]));
  });

  test('steps back change by change, is stored in the link, and returns to now with one click', async () => {
    const page = await open(path);
    await bar(page).getByText('change 3 of 3').waitFor();
    await expect.poll(() => rows(page)).toBe(1);
    await page.evaluate(WATCH_LOADING);
    const slider = bar(page).getByRole('slider');
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await bar(page).getByText('change 2 of 3').waitFor();
    await expect.poll(() => rows(page)).toBe(2);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => rows(page)).toBe(1);
    expect(await slider.getAttribute('aria-valuetext')).toContain('change 1 of 3');
    await page.waitForURL((to) => to.searchParams.get('at') === isoOf(at(0).time));
    await page.getByText(`As of block ${at(0).number}`).waitFor();

    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await bar(page).getByRole('button', { name: 'Next change' }).click();
    await expect.poll(() => rows(page)).toBe(2);
    await page.waitForURL((to) => to.searchParams.get('at') === isoOf(at(1).time));
    // Cached lists are not requested again, and the list never disappeared.
    expect(asked.filter((one) => one.includes('/wallets/'))).toEqual([]);
    expect(await page.evaluate('hasLoaded')).toBe(false);

    const other = await open(page.url().slice(url.length));
    await bar(other).getByText('change 2 of 3').waitFor();
    await expect.poll(() => rows(other)).toBe(2);
    await bar(other).getByRole('button', { name: 'Back to now' }).click();
    await expect.poll(() => rows(other)).toBe(1);
    await other.waitForURL((to) => !to.searchParams.has('at'));
    await bar(other).getByText('Live').waitFor();
  });

  test('can be dragged with a finger or a mouse', async () => {
    const page = await open(path, { viewport: PHONE });
    await bar(page).getByText('change 3 of 3').waitFor();
    const box = (await bar(page).getByRole('slider').boundingBox()) ?? expect.fail('There is no slider.');
    await page.mouse.move(box.x + box.width - 10, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 10, box.y + box.height / 2, { steps: 12 });
    await page.mouse.up();
    await bar(page).getByText('change 1 of 3').waitFor();
    await page.getByText(`As of block ${at(0).number}`).waitFor();
    const moved = (await bar(page).getByRole('slider').boundingBox()) ?? expect.fail('There is no slider.');
    expect(moved.y, 'it stays under the finger').toBe(box.y);
  });

  test('a change appears by itself', async () => {
    const page = await open(path);
    await bar(page).getByText('Live').waitFor();
    await expect.poll(() => rows(page)).toBe(1);
    await happens(() => service.grant([grant({ from: COLD, to: OTHER })]));
    await bar(page).getByText('change 4 of 4').waitFor();
    await expect.poll(() => rows(page)).toBe(2);
  });
});

const isoOf = (seconds: number) => new Date(1000 * seconds).toISOString().replace('.000', '');

const WATCH_LOADING = `
  globalThis.hasLoaded = false;
  new MutationObserver(() => {
    if (document.querySelector('.explorer-loading')) hasLoaded = true;
  }).observe(document.body, { subtree: true, childList: true });
`;

test.each(LOOKS)('pages are accessible: %s, %o', async (colorScheme, viewport) => {
  const found: string[] = [];
  const page = await open('/check?ask=vaults', { colorScheme, viewport, reducedMotion: 'reduce' });
  const look = async () => {
    found.push(...(await site.listViolations(page)));
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow, page.url()).toBeLessThanOrEqual(0);
  };
  await page.getByText('What counts').waitFor();
  await look();
  await page.goto(`${url}/check?ask=vaults&to=${HOT}&contract=${CONTRACT}&rights=claim`);
  await page.getByText('could not answer.').waitFor();
  await look();
  await page.goto(
    `${url}/check?kind=erc20&to=${BOT}&from=${VAULT}&contract=${CONTRACT}&chain=1&when=time&at=${isoOf(pastTime)}`,
  );
  await page.getByText('Reason at that time').waitFor();
  await look();
  await page.goto(`${url}/explorer/${VAULT}?view=graph&chain=1&at=${isoOf(pastTime)}`);
  await page.getByText('Delegations at').waitFor();
  await page.getByRole('region', { name: /^Graph/ }).waitFor();
  await look();
  expect(found).toEqual([]);
});
