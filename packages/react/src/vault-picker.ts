'use client';

import { type ChosenVault, createPicker, type PickerQuestion, type Tree, viewOf } from '@mandate/sdk/picker';
import { createElement, type ReactElement, useEffect, useId, useMemo, useSyncExternalStore } from 'react';
import { adoptSheet } from './adopt-sheet.ts';
import { useMandate } from './context.ts';

export interface VaultPickerProps extends Omit<PickerQuestion, 'wallet'> {
  /** The visitor's own wallet. Null as long as none is connected: then nothing is shown. */
  readonly wallet: PickerQuestion['wallet'] | null | undefined;
  /** Gets what the visitor chose. The page shows it: let your server check it. */
  readonly onChoose: (chosen: ChosenVault) => void;
}

/**
 * Lets a visitor continue as the own wallet or as a vault that delegated to it. `<mandate-vaults>` is the same without React.
 *
 * @example
 * <VaultPicker wallet={address} contract="0xc011ec…" onChoose={({ vault }) => claim(vault)} />
 */
export function VaultPicker({ wallet, ...props }: VaultPickerProps): ReactElement | null {
  if (!wallet) return null;
  const question = { ...props, wallet };
  // Another question is another picker.
  return createElement(Loaded, { key: keyOf(question), ...question });
}

const keyOf = ({ onChoose: _, ...question }: LoadedProps): string =>
  JSON.stringify(question, (__, value) => (typeof value === 'bigint' ? `${value}n` : value));

type LoadedProps = PickerQuestion & Pick<VaultPickerProps, 'onChoose'>;

function Loaded({ onChoose, ...question }: LoadedProps): ReactElement {
  const { client, feed, pollMs } = useMandate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question is the key of the component.
  const picker = useMemo(
    () =>
      createPicker(client, question, {
        pollMs,
        live: (chains, _, follower) => feed.follow(chains, follower),
      }),
    [client, feed, pollMs],
  );
  const state = useSyncExternalStore(picker.subscribe, picker.getState, picker.getState);
  const id = useId();
  useEffect(adoptSheet, []);
  const choose = () => {
    const chosen = picker.choose();
    if (chosen) onChoose(chosen);
  };
  return toElement(viewOf(state, { picker, question, id, onChoose: choose }));
}

const NAMES: Readonly<Record<string, string>> = { class: 'className', for: 'htmlFor' };

function toElement({ tag, attributes, children, key, onChange, onClick }: Tree): ReactElement {
  const props = Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [NAMES[name] ?? name, value]),
  );
  const change = onChange && (({ target }: { target: { value: string } }) => onChange(target.value));
  return createElement(
    tag,
    { ...props, ...(key !== undefined && { key }), ...(change && { onChange: change }), onClick },
    ...children.map((child) => (typeof child === 'string' ? child : toElement(child))),
  );
}
