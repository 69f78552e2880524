import { useMemo } from 'react'
import type { LibraryRow } from '../../../contract/app/library/row.ts'
import { sourceMedium } from '../../link/summary.ts'
import { titleText } from '../../link/titleText.ts'
import { linkPath } from '../../session/routes.ts'
import { formatCount, formatNumber } from '../../ui/formatCount.ts'
import { formatDayShort } from '../../ui/formatTime.ts'
import { RowLink } from '../../ui/RowLink.tsx'
import { shorten } from '../../ui/shorten.ts'
import { Table, type TableColumn } from '../../ui/Table.tsx'
import { QuietText } from '../../ui/variants.ts'

/** Lists the links by channel, and within it by visits. */
export function CampaignLinks({ links }: { links: readonly LibraryRow[] }) {
  const sorted = useMemo(
    () =>
      links.toSorted(
        (a, b) =>
          (a.reportChannel ?? '~').localeCompare(b.reportChannel ?? '~') ||
          (b.visits ?? -1) - (a.visits ?? -1),
      ),
    [links],
  )
  if (sorted.length === 0) return null
  return (
    <Table
      highlightOnHover
      columns={columns}
      rows={sorted}
      getKey={({ id }) => id}
      aria-label={formatCount(sorted.length, 'link')}
    />
  )
}

const columns: TableColumn<LibraryRow>[] = [
  { head: 'Channel', look: { c: 'dimmed' }, cell: ({ reportChannel }) => reportChannel ?? 'No channel' },
  {
    head: 'Link',
    isRowHeader: true,
    cell: ({ id, title, path }) => (
      <>
        <RowLink href={linkPath(id)} title={title ?? ''}>
          {shorten(titleText(title), 90)}
        </RowLink>{' '}
        <QuietText span fz="xs" ff="monospace">
          /{shorten(path ?? '', 30)}
        </QuietText>
      </>
    ),
  },
  {
    head: 'Source / medium',
    hasLongWords: true,
    look: { c: 'dimmed' },
    cell: (row) => shorten(sourceMedium(row), 60),
  },
  {
    head: 'Visits',
    isNumber: true,
    cell: ({ visits }) => (visits === null ? '–' : formatNumber(visits)),
  },
  {
    head: 'Last opened',
    look: { c: 'dimmed' },
    cell: ({ lastVisit, visits }) => {
      if (lastVisit !== null) return formatDayShort(lastVisit)
      return visits === 0 ? 'Never' : '–'
    },
  },
]
