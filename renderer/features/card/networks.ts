import type { FieldOf } from '../../../contract/link/fields.ts'
import { codePoints } from '../../../contract/text.ts'

/** Where links are shared, and about how much of a link's texts is drawn there. Without a number, or with `0`: none of it. */
export interface Network extends Partial<Record<FieldOf<'text'>, number>> {
  id: 'whatsapp' | 'imessage' | 'slack' | 'x' | 'facebook' | 'linkedin'
  name: string
  title: number
  subtitle: number
}

/**
 * Approximations. No network promises a length: it changes with their apps, the screen and the letters. X has published
 * 70 and 200 characters for its cards; the others are what two lines of their cards hold.
 */
export const networks: readonly Network[] = [
  { id: 'whatsapp', name: 'WhatsApp', title: 65, subtitle: 80 },
  { id: 'imessage', name: 'iMessage', title: 70, subtitle: 0 },
  { id: 'slack', name: 'Slack', title: 200, subtitle: 300 },
  { id: 'x', name: 'X', title: 70, subtitle: 200 },
  { id: 'facebook', name: 'Facebook', title: 80, subtitle: 110 },
  { id: 'linkedin', name: 'LinkedIn', title: 119, subtitle: 0 },
]

/** How much of a text is drawn, in characters. Also a text for which no network has a number yet may be asked for. */
function visibleLength(network: Partial<Record<FieldOf<'text'>, number>>, part: FieldOf<'text'>): number {
  return network[part] ?? 0
}

/** The networks that draw something of a text. */
export function networksShowing(part: FieldOf<'text'>): Network[] {
  return networks.filter((network) => visibleLength(network, part) > 0)
}

/** Those of them that cut a text of this length short. */
export function networksTruncating(part: FieldOf<'text'>, text: string): Network[] {
  const length = codePoints(text)
  return networksShowing(part).filter((network) => length > visibleLength(network, part))
}

/** A text as a network draws it: cut at a word where there is one near, with an ellipsis. */
export function truncateForNetwork(text: string, max: number): string {
  if (codePoints(text) <= max) return text
  const cut = Array.from(text)
    .slice(0, max - 1)
    .join('')
  const word = cut.lastIndexOf(' ')
  return `${(word > max * 0.7 ? cut.slice(0, word) : cut).trimEnd()}…`
}
