/** The audit in a browser, on the built site: its state, its signed report, and a vault under audit. */
import { type LocalChain, startLocalChain } from '@mandate/contracts';
import { createDelegation, FULL_RIGHTS, identify, parseAddress } from '@mandate/core';
import { clearMarks, createAuditRecords } from '@mandate/store';
import { writeExampleAudit } from '@mandate/testing/service/example-audit';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startWebService, UNFOLLOWED, type WebService } from './service.ts';
import { DESKTOP, LOOKS, openSite, type Site } from './site.ts';

const [HOT, VAULT] = [
  parseAddress(`0x${'407'.padStart(40, '0')}`),
  parseAddress(`0x${'c01d'.padStart(40, '0')}`),
];
const GRANT = createDelegation({ registry: 'v2', kind: 'all', from: VAULT, to: HOT, rights: FULL_RIGHTS });
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const folder = process.env['SCREENSHOTS'];

let site: Site;
let chain: LocalChain;
let service: WebService;
beforeAll(async () => {
  [site, chain] = await Promise.all([openSite(), startLocalChain({ chainId: 1 })]);
  service = await startWebService(chain, { webDir: site.folder });
  await service.grant([GRANT]);
});
afterEach(() => site?.closePages());
afterAll(async () => {
  await site?.close();
  await service?.close();
  await chain?.stop();
});

const open = (viewport = DESKTOP) => site.open(`${service.url}/status`, { viewport });
const audit = (page: Page) => page.getByRole('region', { name: 'Audit' });
const row = (page: Page, chainId: number) => audit(page).locator(`[data-audited="${chainId}"]`);

/** With `SCREENSHOTS`, keeps a picture of the page. */
async function show(page: Page, name: string): Promise<void> {
  if (folder) await page.screenshot({ path: `${folder}/audit-${name}.png`, fullPage: true });
}

test('before the first pass, nothing is claimed', async () => {
  const page = await open();
  await audit(page).getByText('Not compared yet.').waitFor();
  expect(await row(page, 1).textContent()).toMatch(/^Ethereum0 %000(?:just now|.* ago)Never$/);
  await audit(page).getByText('The first report is signed after the first whole day.').waitFor();
  await show(page, 'never');
});

test('the state of each chain is shown, and the signature of the report is verified in the browser', async () => {
  await writeExampleAudit(service.database, 1, { untilBlock: 2, day: YESTERDAY });
  const page = await open();
  await audit(page).getByText('Not compared yet: OP Mainnet.').waitFor();
  expect(await row(page, 1).textContent()).toMatch(/^Ethereum100 %6500(?:None|.+ ago).+ ago$|just now$/);
  expect(await row(page, UNFOLLOWED).textContent()).toContain('Never');
  await audit(page).getByText('Signature verified in this browser').waitFor();
  await audit(page).locator(`time[datetime="${YESTERDAY}"]`).waitFor();
  const json = await audit(page).getByRole('link', { name: 'The report as JSON' }).getAttribute('href');
  expect(json).toBe(`/audit/reports/${YESTERDAY}`);
  await show(page, 'sound');
  expect(site.complaints).toEqual([]);
});

test('a vault under audit is shown, and questions about it say so instead of an answer', async () => {
  const asked = `${service.url}/check?kind=all&to=${HOT}&from=${VAULT}&chain=1`;
  const checking = await site.open(asked);
  await checking.getByText('Answered at').waitFor();
  const page = await open();
  await createAuditRecords(service.database).findings.keep([
    {
      ...({ chainId: 1, passId: 1, registry: 'v2', half: 'storage', kind: 'revived', evidence: {} } as const),
      ...{ vault: VAULT, wallet: HOT, grant: identify(GRANT), confirmed: true },
    },
  ]);
  await audit(page).getByText('1 vault is under audit').waitFor();
  await show(page, 'differs');
  // The status page counts marks in the database. Checks use those that the API read last, up to half a second ago.
  const check = `${service.url}/registry/v2/check/all?to=${HOT}&from=${VAULT}&chainId=1`;
  await expect.poll(async () => (await fetch(check)).status).toBe(503);
  await checking.getByRole('button', { name: 'Refresh' }).click();
  await checking.getByText('This vault is under audit').waitFor();
  expect(await checking.getByRole('region', { name: 'Answer' }).textContent()).not.toContain('Yes');
  await show(checking, 'check');
  const connection = await service.database.connect();
  await clearMarks(connection, 1, VAULT).finally(() => connection.release());
  await checking.getByText('Answered at').waitFor();
  await audit(page).getByText('1 vault is under audit').waitFor({ state: 'detached' });
});

test.each([
  ['body = replace(body, \'"differences":0\', \'"differences":1\')', 'The signature is wrong'],
  ["day = '2026-01-02'", 'The signed report is of another day'],
])('a report with %s is not trusted: %s', async (change, says) => {
  const { rows } = await service.database.query('select * from audit_reports');
  await service.database.query(`update audit_reports set ${change}`);
  const page = await open();
  await audit(page).getByText(says).waitFor();
  await show(page, 'forged');
  const [{ day, body }] = rows;
  await service.database.query('update audit_reports set day = $1, body = $2', [day, body]);
});

test.each(LOOKS)('it is accessible: %s, %o', async (colorScheme, viewport) => {
  const page = await site.open(`${service.url}/audit`, { colorScheme, viewport });
  await audit(page).getByText('Signature verified in this browser').waitFor();
  await show(page, `${colorScheme}-${viewport.width}`);
  expect(await site.listViolations(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
});
