import { useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { ProblemError } from '../../api/problemError.ts'
import { isDialogOpen } from '../../ui/isDialogOpen.ts'
import { showProblemToast } from '../../ui/problem/showProblem.ts'

/** Maximum number of rows that Ctrl+P prints: about 40 pages. */
const maxPrintedRows = 1_000

interface PrintSource<Row> {
  /** Returns the loaded rows, which are printed if the user prints from the browser's menu. */
  loaded: () => readonly Row[]
  /** Reads the first rows, at most `max`. */
  read: (max: number) => Promise<readonly Row[]>
}

/** Returns the rows being printed; empty while not printing. Ctrl+P reads the rows before it prints. */
export function usePrintedRows<Row>({ loaded, read }: PrintSource<Row>): readonly Row[] {
  const [rows, setRows] = useState<readonly Row[]>([])
  useWindowEvent('beforeprint', () => {
    // The browser captures the page when this event handler returns.
    if (rows.length === 0) flushSync(() => setRows(loaded()))
  })
  useWindowEvent('afterprint', () => setRows([]))
  useWindowEvent('keydown', (event) => {
    if (!isPrintKey(event) || isDialogOpen()) return
    event.preventDefault()
    void print(() => read(maxPrintedRows), setRows)
  })
  return rows
}

async function print<Row>(
  read: () => Promise<readonly Row[]>,
  setRows: (rows: readonly Row[]) => void,
): Promise<void> {
  try {
    const rows = await read()
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
