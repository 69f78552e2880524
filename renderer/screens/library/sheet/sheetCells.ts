import { trackingNames, linkFields } from '../../../../contract/link/fields.ts'
import { csvColumns } from '../../../../contract/library/csvColumns.ts'
import type { LibraryView } from '../../../../contract/library/view.ts'
import { sectionNames } from './sheetSections.ts'
import type { SheetLink, SheetSection } from './sheetSections.ts'
import { unknownText } from './sheetText.ts'

/** Returns a sheet as a table with one row per link, in the sheet's order. */
export function sheetCells(sections: readonly SheetSection[], visitsReadAt: string | null): string[][] {
  const header = [
    csvColumns.environment,
    'Channel',
    linkFields.title.label,
    csvColumns.link,
    ...trackingNames.map((name) => linkFields[`tracking_${name}`].label),
    'Goes to',
    csvColumns.profile,
    csvColumns.visits,
    'Last 14 days',
    'Visits as of',
  ]
  const tableRows = sections.flatMap(({ kind, groups }) =>
    groups.flatMap(({ channel, links }) =>
      links.map((link) => [sectionNames[kind], channel, ...linkCells(link), visitsReadAt ?? unknownText]),
    ),
  )
  return [header, ...tableRows]
}

function linkCells({ row, visits }: SheetLink): string[] {
  const counts = visits ? [visits.total, visits.recent].map(String) : [unknownText, unknownText]
  return [
    row.title ?? '',
    row.link ?? '',
    ...trackingNames.map((name) => row[name] ?? ''),
    row.destination ?? '',
    row.profileName,
    ...counts,
  ]
}

/** Returns a file name for a sheet without its extension, valid on every system. */
export function sheetFileName({ campaign: [campaign = ''] }: LibraryView): string {
  const plain = campaign.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)
  return ['campaign', plain.replaceAll(/^-|-$/g, '').toLowerCase()].filter(Boolean).join('-')
}
