/** Writes the dashboard file that Grafana reads. With `--check`, reports whether it is up to date. */

import { readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { DashboardRow } from './panels.ts';
import { API_ROWS } from './rows-of-api.ts';
import { AUDITOR_ROWS } from './rows-of-auditor.ts';
import { INDEXER_ROWS } from './rows-of-indexer.ts';
import { WEBHOOK_ROWS } from './rows-of-webhooks.ts';

const FILE = new URL('dashboards/mandate.json', import.meta.url);
/** The columns of Grafana's grid. */
const WIDTH = 24;
/** The version of the file format. Grafana migrates it to its own. */
const SCHEMA_VERSION = 39;

const dashboard = createDashboard([...API_ROWS, ...AUDITOR_ROWS, ...WEBHOOK_ROWS, ...INDEXER_ROWS]);
if (!process.argv.includes('--check')) writeFileSync(FILE, `${JSON.stringify(dashboard, null, 2)}\n`);
else if (!isDeepStrictEqual(readWritten(), dashboard)) {
  process.stderr.write('The dashboard differs from its source. Run: node deploy/grafana/dashboard.ts\n');
  process.exitCode = 1;
}

function createDashboard(rows: readonly DashboardRow[]) {
  return {
    uid: 'mandate',
    title: 'Mandate',
    description:
      'Shows whether the service is healthy, and where to look if not. docs/operating/operations.md explains it.',
    tags: ['mandate'],
    schemaVersion: SCHEMA_VERSION,
    editable: false,
    refresh: '15s',
    time: { from: 'now-3h', to: 'now' },
    templating: {
      list: [{ name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' }],
    },
    panels: layOut(rows),
  };
}

/** Places rows below each other and the panels of a row side by side. A table takes a line of its own. */
function layOut(rows: readonly DashboardRow[]) {
  let id = 0;
  let y = 0;
  return rows.flatMap(({ title, height, panels }) => {
    const heading = { id: ++id, type: 'row', title, collapsed: false, panels: [], gridPos: at(0, WIDTH, 1) };
    y += 1;
    const wide = panels.filter(({ type }) => type === 'table');
    const narrow = panels.filter(({ type }) => type !== 'table');
    const placed = wide.map((panel) => {
      const gridPos = at(0, WIDTH, height);
      y += height;
      return { id: ++id, ...panel, gridPos };
    });
    const width = Math.floor(WIDTH / narrow.length);
    const beside = narrow.map((panel, i) => ({ id: ++id, ...panel, gridPos: at(i * width, width, height) }));
    y += height;
    return [heading, ...placed, ...beside];
  });

  function at(x: number, w: number, h: number) {
    return { x, y, w, h };
  }
}

function readWritten(): unknown {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch {
    return null;
  }
}
