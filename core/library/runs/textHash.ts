import { hash } from 'node:crypto'

/** Returns a hash of a text as a safe integer, which takes less memory than the text. */
export function textHash(text: string): number {
  return Number.parseInt(hash('sha1', text, 'hex').slice(0, 13), 16)
}
