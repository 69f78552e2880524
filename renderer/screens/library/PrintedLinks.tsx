import { useQueryClient } from '@tanstack/react-query'
import type { LibraryView } from '../../../contract/app/library/view.ts'
import { linkFields, trackingNames } from '../../../contract/service/link/fields.ts'
import type { LibraryRow } from '../../../contract/app/library/row.ts'
import { readLoadedRows, readRows } from '../../api/libraryPages.ts'
import { PrintedTable } from '../../features/grid/PrintedTable.tsx'
import { usePrintedRows } from '../../features/grid/usePrintedRows.ts'
import { linksText } from '../../link/linksText.ts'
import { formatCount } from '../../ui/formatCount.ts'
import { formatTime } from '../../ui/formatTime.ts'
import type { TableColumn } from '../../ui/Table.tsx'

/** `Campaign, source, medium` */
const trackingLabel = trackingNames
  .map((name) => linkFields[`tracking_${name}`].label)
  .map((label, index) => (index === 0 ? label : label.toLowerCase()))
  .join(', ')

interface PrintedLinksProps {
  view: LibraryView
  /** Number of rows of the view; `null` if unknown. */
  total: number | null
}

/** Shows a view's links for printing. */
export function PrintedLinks({ view, total }: PrintedLinksProps) {
  const client = useQueryClient()
  const rows = usePrintedRows({
    loaded: () => readLoadedRows(client, view),
    read: async (max) => await readRows(view, max),
  })
  return (
    <PrintedTable
      caption={formatCaption(rows, total)}
      columns={columns}
      rows={rows}
      getKey={({ id }) => id}
    />
  )
}

const columns: TableColumn<LibraryRow>[] = [
  { head: 'Title', cell: ({ title }) => title },
  { head: 'Link', cell: ({ link }) => link ?? 'No link' },
  {
    head: 'Goes to',
    cell: ({ destination, moreDestinations }) =>
      moreDestinations > 0 ? `${destination} +${moreDestinations}` : destination,
  },
  { head: trackingLabel, cell: (row) => trackingNames.flatMap((name) => row[name] || []).join(', ') },
  {
    head: 'Created',
    cell: ({ knownCreatedAt }) => (knownCreatedAt === null ? 'Unknown' : formatTime(knownCreatedAt)),
  },
]

function formatCaption(rows: readonly LibraryRow[], total: number | null): string {
  const count = rows.length
  const failed = rows.filter(({ state }) => state === 'failed').length
  if (total === null || total <= count) return linksText({ total: count, failed })
  return `The first ${count.toLocaleString()} of ${formatCount(total, 'row')}. Export the list for the other ${(total - count).toLocaleString()}.`
}
