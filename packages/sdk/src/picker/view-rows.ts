/** The rows of the picker, and the button that ends it. */
import { shorten } from '../words/shorten.ts';
import { UNSOLICITED } from '../words/unsolicited.ts';
import { describeGrants, describeVerdict } from './describe-rows.ts';
import type { Facts } from './facts.ts';
import { nameOf } from './name-of.ts';
import type { PickerRow } from './rows.ts';
import { h, type Tree, type ViewOptions } from './tree.ts';

interface Shown {
  readonly rows: readonly PickerRow[];
  readonly facts: Facts;
  readonly selected: string | null;
}

/** Shows these rows. Those of a crowd of strangers are apart, under an explanation. */
export function viewRows(shown: readonly PickerRow[], state: Shown, options: ViewOptions): Tree[] {
  const strangers = shown.filter(({ isUnsolicited }) => isUnsolicited);
  const others = shown.filter(({ isUnsolicited }) => !isUnsolicited);
  const twins = findTwins(state.rows);
  const list = (rows: readonly PickerRow[], label: string) => {
    const items = rows.map((row) => viewRow(row, twins.has(row.key), state, options));
    return rows.length > 0 ? [h('ul', { 'aria-label': label }, items, { key: label })] : [];
  };
  const { label, explanation } = UNSOLICITED;
  const heading = h('p', { class: 'strangers' }, [h('strong', {}, [`${label}.`]), ` ${explanation}`]);
  return [...list(others, 'Wallets'), ...(strangers.length > 0 ? [heading] : []), ...list(strangers, label)];
}

/** Finds the rows whose addresses look the same at both ends. They are shown with every digit. */
function findTwins(rows: readonly PickerRow[]): ReadonlySet<string> {
  const first = new Map<string, string>();
  const twins = new Set<string>();
  for (const { key } of rows) {
    const other = first.get(shorten(key));
    if (other === undefined) first.set(shorten(key), key);
    else twins.add(key).add(other);
  }
  return twins;
}

function viewRow(
  row: PickerRow,
  isTwin: boolean,
  { facts, selected }: Shown,
  { question, picker, id }: ViewOptions,
): Tree {
  const { key, address, verdict, isOwn, ensName, grants } = row;
  const grant = isOwn ? 'Your own wallet' : describeGrants(grants, facts);
  const why = describeVerdict(row, question, facts);
  const [idOfRow, idOfAbout] = [`${id}-${key}`, `${id}-${key}-about`];
  const input = {
    id: idOfRow,
    type: 'radio',
    name: `${id}-vault`,
    value: key,
    checked: key === selected,
    // An unknown one may be asked about when it is selected.
    disabled: verdict === 'no',
    'aria-describedby': idOfAbout,
  };
  return h(
    'li',
    { class: 'row', 'data-verdict': verdict },
    [
      h('input', input, [], { onChange: picker.select }),
      h('label', { for: idOfRow, class: 'who' }, [
        ensName !== null && h('bdi', { class: 'name' }, [ensName], { key: 'name' }),
        h('span', { class: 'address' }, [isTwin ? address : shorten(address)], { key: 'address' }),
      ]),
      h('div', { class: 'about', id: idOfAbout }, [
        grant !== null && h('span', { class: 'grant' }, [grant], { key: 'grant' }),
        why !== null && h('span', { class: 'verdict' }, [why], { key: 'why' }),
      ]),
    ],
    { key },
  );
}

export function viewEnd({ rows, facts, selected }: Shown, { question, id, onChoose }: ViewOptions): Tree {
  const row = rows.find(({ key }) => key === selected);
  const isReady = row?.verdict === 'yes';
  const about = row && (isReady ? row.address : describeVerdict(row, question, facts));
  const button = {
    class: 'choose',
    type: 'button',
    // It stays in the order of the keyboard, and says why it does nothing.
    'aria-disabled': isReady ? undefined : 'true',
    'aria-describedby': `${id}-selected`,
  };
  const text = row ? `Continue as ${nameOf(row)}` : 'Continue';
  return h(
    'div',
    { class: 'end' },
    [
      h('button', button, [text], { onClick: isReady ? onChoose : undefined }),
      h('p', { class: 'selected', id: `${id}-selected` }, [about ?? 'Select a wallet first.']),
    ],
    { key: 'end' },
  );
}
