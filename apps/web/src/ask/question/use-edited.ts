import { useEffect } from 'react';
import type { CheckSearch } from './check-search.ts';

const ADDRESSES = ['to', 'from', 'contract'] as const;

/** Tells whether two forms ask the same. The case of an address does not matter. */
export function isSameForm(a: CheckSearch, b: CheckSearch): boolean {
  return write(a) === write(b);
}

function write(search: CheckSearch): string {
  const lower = ADDRESSES.flatMap((name) => {
    const text = search[name];
    return text ? [[name, text.toLowerCase()]] : [];
  });
  return JSON.stringify(Object.entries({ ...search, ...Object.fromEntries(lower) }).sort());
}

/** Reports whether a form differs from the question that was asked. */
export function useEdited(typed: CheckSearch, asked: CheckSearch, onEdit: (isEdited: boolean) => void): void {
  const isEdited = !isSameForm(typed, asked);
  useEffect(() => onEdit(isEdited), [isEdited, onEdit]);
}
