import type { sourceMediumNames } from '../../../contract/app/library/columns/trackingColumns.ts'
import type { LibraryRow } from '../../../contract/app/library/row.ts'
import type { ComparedLink } from './comparedRows.ts'
import { sourceMedium } from '../../link/summary.ts'
import { titleText } from '../../link/titleText.ts'
import { shorten } from '../../ui/shorten.ts'

type NamedLink = Pick<
  LibraryRow,
  'id' | 'title' | 'link' | 'environment' | 'reportChannel' | (typeof sourceMediumNames)[number]
>

/** Names compared links by title and channel, and by path if those are equal. */
export function nameComparedLinks(links: readonly NamedLink[]): ComparedLink[] {
  const names = links.map(linkName)
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return links.map(({ id, link, environment, reportChannel }, index) => {
    const name = names[index] ?? ''
    const path = (counts.get(name) ?? 0) > 1 && link?.split('/').at(-1)
    return { id, environment, channel: reportChannel, name: path ? `${name} · ${path}` : name }
  })
}

function linkName(selected: NamedLink): string {
  return [titleText(selected.title, selected.link ?? undefined), shorten(sourceMedium(selected), 120)]
    .filter(Boolean)
    .join(' · ')
}
