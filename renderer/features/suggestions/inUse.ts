import type { Word } from '../../../contract/calls/suggestions.ts'

/** Why a word is suggested instead of the one that was typed. */
export function inUse({ value, count }: Word): string {
  if (count === 0) return `“${value}” is the usual spelling.`
  return `“${value}” is in use in ${count === 1 ? 'one link' : `${count.toLocaleString('en')} links`}.`
}
