import type { FieldOf } from '../../../contract/service/link/fields.ts'
import { codePoints } from '../../../contract/service/text/text.ts'

/** A network where links are shared, with approximate character limits per text. A limit of 0 means the text isn't shown. */
export interface Network extends Record<FieldOf<'text'>, number> {
  id: 'whatsapp' | 'imessage' | 'slack' | 'x' | 'facebook' | 'linkedin'
  name: string
}

/**
 * Approximate limits. Networks don't publish exact ones, which vary by app, screen and letters. X documented 70 and 200
 * characters for its cards; the others are what fits on two lines of a card.
 */
export const networks: readonly [Network, ...Network[]] = [
  { id: 'whatsapp', name: 'WhatsApp', title: 65, subtitle: 80 },
  { id: 'imessage', name: 'iMessage', title: 70, subtitle: 0 },
  { id: 'slack', name: 'Slack', title: 200, subtitle: 300 },
  { id: 'x', name: 'X', title: 70, subtitle: 200 },
  { id: 'facebook', name: 'Facebook', title: 80, subtitle: 110 },
  { id: 'linkedin', name: 'LinkedIn', title: 119, subtitle: 0 },
]

/** Returns the networks that show a given text. */
export function networksShowing(part: FieldOf<'text'>): Network[] {
  return networks.filter((network) => network[part] > 0)
}

/** Returns the networks that truncate a text of this length. */
export function networksTruncating(part: FieldOf<'text'>, text: string): Network[] {
  const length = codePoints(text)
  return networksShowing(part).filter((network) => length > network[part])
}

/** Returns a text as a network shows it: cut at a nearby word boundary, with an ellipsis. */
export function truncateForNetwork(text: string, max: number): string {
  if (codePoints(text) <= max) return text
  const truncated = Array.from(text)
    .slice(0, max - 1)
    .join('')
  const lastSpace = truncated.lastIndexOf(' ')
  return `${(lastSpace > max * 0.7 ? truncated.slice(0, lastSpace) : truncated).trimEnd()}…`
}
