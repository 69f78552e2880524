import type { ComparedLink } from '../../../features/visits/comparedRows.ts'
import { sourceMedium } from '../../../features/record/summary.ts'
import type { SelectedLink } from './useSelection.ts'

/** Names compared links by title and channel, and by path if those are equal. */
export function nameComparedLinks(links: readonly SelectedLink[]): ComparedLink[] {
  const names = links.map(linkName)
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return links.map(({ id, link, environment, reportChannel }, index) => {
    const name = names[index] ?? ''
    const path = (counts.get(name) ?? 0) > 1 && link?.split('/').at(-1)
    return { id, environment, channel: reportChannel, name: path ? `${name} · ${path}` : name }
  })
}

function linkName(selected: SelectedLink): string {
  return [selected.title ?? selected.link ?? 'Untitled link', sourceMedium(selected)]
    .filter(Boolean)
    .join(' · ')
}
