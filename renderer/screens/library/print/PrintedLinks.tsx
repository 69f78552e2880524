import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { LibraryView } from '../../../../contract/library/view.ts'
import { linkFields, trackingNames } from '../../../../contract/link/fields.ts'
import type { LibraryRow } from '../../../../contract/library/row.ts'
import { readLoadedRows, readRows } from '../../../api/libraryPages.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { formatTime } from '../../../ui/formatTime.ts'
import { Table } from '../../../ui/Table.tsx'
import type { TableColumn } from '../../../ui/Table.tsx'
import { showProblemToast } from '../../../ui/problem/showProblem.tsx'
import { ProblemError } from '../../../api/problemError.ts'
import styles from './print.module.css'

/** `Campaign, source, medium` */
const trackingLabel = trackingNames
  .map((name) => linkFields[`tracking_${name}`].label)
  .map((label, index) => (index === 0 ? label : label.toLowerCase()))
  .join(', ')

/** Maximum number of links that Ctrl+P prints: some 40 pages. */
const maxPrintedLinks = 1_000

interface PrintedLinksProps {
  view: LibraryView
  /** Number of links of the view; `null` if unknown. */
  total: number | null
}

/**
 * A view's links as a plain table, visible only in print: the list on the screen draws only the visible rows. Ctrl+P loads all
 * links first; the browser's own menu prints the loaded ones.
 */
export function PrintedLinks({ view, total }: PrintedLinksProps) {
  const rows = usePrintedRows(view)
  if (rows.length === 0) return null
  return (
    <Table
      className={styles['printed']}
      data-printed
      caption={captionOf(rows.length, total)}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
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

/** Returns what is printed, empty while nothing is. */
function usePrintedRows(view: LibraryView): readonly LibraryRow[] {
  const client = useQueryClient()
  const [rows, setRows] = useState<readonly LibraryRow[]>([])
  const prepare = useEffectEvent(() => {
    // The printer's picture is taken when this event ends.
    if (rows.length === 0) flushSync(() => setRows(readLoadedRows(client, view)))
  })
  const printAll = useEffectEvent((event: KeyboardEvent) => {
    if (!isPrintKey(event) || document.querySelector('[role="dialog"]') !== null) return
    event.preventDefault()
    void print(client, view, setRows)
  })
  useEffect(() => {
    const before = () => prepare()
    const after = () => setRows([])
    const press = (event: KeyboardEvent) => printAll(event)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    document.addEventListener('keydown', press)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
      document.removeEventListener('keydown', press)
    }
  }, [])
  return rows
}

async function print(
  client: QueryClient,
  view: LibraryView,
  setRows: (rows: readonly LibraryRow[]) => void,
): Promise<void> {
  try {
    const rows = await readRows(client, view, maxPrintedLinks)
    flushSync(() => setRows(rows))
    window.print()
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    showProblemToast(error.problem)
  }
}

function isPrintKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'p'
}

function captionOf(count: number, total: number | null): string {
  if (total === null || total <= count) return formatCount(count, 'link')
  return `The first ${count.toLocaleString()} of ${formatCount(total, 'link')}. Export the list for the other ${(total - count).toLocaleString()}.`
}
