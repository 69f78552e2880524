import { useDebouncedValue } from '@mantine/hooks'
import { createContext, useMemo } from 'react'
import type { VisitLine } from '../../../../contract/app/calls/links/visits.ts'
import { pageSize } from '../../../api/library.ts'
import { useVisitLines } from '../../../api/visits.ts'
import { needsVisits } from '../view/filters.ts'
import type { Rows } from './useRows.ts'

interface ShownVisits {
  /** Visits by link id. */
  lines: Readonly<Record<string, VisitLine>>
  /** Whether stored totals decide the list's order or rows, so that newer ones would contradict it. */
  hasStoredTotals: boolean
}

/** A context, so that new visits re-render only the cells that show them. */
export const VisitLines = createContext<ShownVisits>({ lines: {}, hasStoredTotals: false })

/** Delay in milliseconds before visits are fetched, so that typing and scrolling load links first. */
const idleDelayMs = 300
const noLines = {}

/** Returns the visits of the visible pages of rows. */
export function useVisibleVisitLines(rows: Rows, [first, last]: readonly [number, number], isShown: boolean) {
  const from = Math.floor(first / pageSize) * pageSize
  const to = Math.min(rows.count, (Math.floor(last / pageSize) + 1) * pageSize)
  const ids: string[] = []
  for (let index = from; isShown && index < to; index++) {
    const row = rows.at(index)
    if (row && row.link !== null) ids.push(row.id)
  }
  const [settledIds] = useDebouncedValue(ids.join(), idleDelayMs)
  const lines = useVisitLines(settledIds === '' ? [] : settledIds.split(',')).data?.lines ?? noLines
  const hasStoredTotals = needsVisits(rows.view)
  return useMemo(() => ({ lines, hasStoredTotals }), [lines, hasStoredTotals])
}
