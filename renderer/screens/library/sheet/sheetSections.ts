import type { VisitLine } from '../../../../contract/calls/visits.ts'
import type { Channel } from '../../../../contract/channels/rules.ts'
import type { Environment } from '../../../../contract/headers.ts'
import type { LibraryRow } from '../../../../contract/library/row.ts'
import { environmentLabels } from '../../../ui/environments.ts'

/** A link's visits by people: the service's total, and the last 14 days. */
export interface VisitCounts {
  total: number
  recent: number
}

export interface SheetLink {
  row: LibraryRow
  /** `null` if unknown. */
  visits: VisitCounts | null
}

/** Sums over some links. The counts exclude links with unknown visits. */
export interface SheetSum extends VisitCounts {
  links: number
  unknown: number
}

/** The links of a section that belong to one Google Analytics channel, most visited first. */
export interface ChannelGroup {
  channel: string
  links: readonly SheetLink[]
  sum: SheetSum
}

/** Other services' links don't belong to an environment. */
export type SectionKind = Environment | 'reference'

/** The links of one environment. Its visits aren't added to another environment's. */
export interface SheetSection {
  kind: SectionKind
  groups: readonly ChannelGroup[]
  sum: SheetSum
}

export const sectionNames: Readonly<Record<SectionKind, string>> = {
  ...environmentLabels,
  reference: 'Other services',
}

/** The name of this channel, repeated here because the rules are loaded separately. */
const unassigned: Channel = 'Unassigned'

/** The group of links without tracking, or whose tracking doesn't reach a website. */
const noChannel = 'No channel'

/** Groups links by environment and channel. */
export function createSections(
  rows: readonly LibraryRow[],
  lines: Readonly<Record<string, VisitLine>>,
): SheetSection[] {
  const links = rows.map((row) => ({ row, visits: countVisits(lines[row.id]) }))
  return (['production', 'development', 'reference'] as const).flatMap((kind) => {
    const sectionLinks = links.filter(({ row }) => sectionKind(row) === kind)
    return sectionLinks.length === 0
      ? []
      : [{ kind, groups: groupByChannel(sectionLinks), sum: sumVisits(sectionLinks) }]
  })
}

/** Returns the section that a link belongs to. */
function sectionKind({ state, environment }: LibraryRow): SectionKind {
  return state === 'reference' ? 'reference' : environment
}

function countVisits(line: VisitLine | undefined): VisitCounts | null {
  return line ? { total: line.total, recent: line.line.reduce((sum, visits) => sum + visits, 0) } : null
}

function groupByChannel(links: readonly SheetLink[]): ChannelGroup[] {
  const groups = Map.groupBy(links, ({ row }) => row.reportChannel ?? noChannel)
  return [...groups]
    .map(([channel, channelLinks]) => ({
      channel,
      links: channelLinks.toSorted(byVisits),
      sum: sumVisits(channelLinks),
    }))
    .toSorted(
      (a, b) => getRank(a) - getRank(b) || b.sum.total - a.sum.total || a.channel.localeCompare(b.channel),
    )
}

/** Most visited first, then unknown ones; by title if equal. */
function byVisits(a: SheetLink, b: SheetLink): number {
  return (
    (b.visits?.total ?? -1) - (a.visits?.total ?? -1) ||
    getTitle(a).localeCompare(getTitle(b), undefined, { numeric: true })
  )
}

function getTitle({ row }: SheetLink): string {
  return row.title ?? ''
}

/** Links without a channel follow all others. */
function getRank({ channel }: ChannelGroup): number {
  return channel === noChannel ? 2 : channel === unassigned ? 1 : 0
}

function sumVisits(links: readonly SheetLink[]): SheetSum {
  const known = links.flatMap(({ visits }) => visits ?? [])
  return {
    links: links.length,
    unknown: links.length - known.length,
    total: known.reduce((sum, { total }) => sum + total, 0),
    recent: known.reduce((sum, { recent }) => sum + recent, 0),
  }
}
