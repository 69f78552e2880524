import { useDebouncedValue } from '@mantine/hooks'
import { createContext } from 'react'
import type { VisitLine } from '../../../../contract/calls/visits.ts'
import { pageSize } from '../../../api/collection.ts'
import { useVisitLines } from '../../../api/visits.ts'
import type { Rows } from './useRows.ts'

/** What is known of visits, by the ids of links. Only the cells that show it are drawn again when it changes. */
export const VisitLines = createContext<Readonly<Record<string, VisitLine>>>({})

/** Whoever types or scrolls has the links first, and their visits when he rests. */
const idleDelayMs = 300
const noLines = {}

/** The visits of the pages of rows that are on the screen. */
export function useVisibleVisitLines(rows: Rows, [first, last]: readonly [number, number], isShown: boolean) {
  const from = Math.floor(first / pageSize) * pageSize
  const to = Math.min(rows.count, (Math.floor(last / pageSize) + 1) * pageSize)
  const ids: string[] = []
  for (let index = from; isShown && index < to; index++) {
    const row = rows.at(index)
    if (row && row.link !== null) ids.push(row.id)
  }
  const [rested] = useDebouncedValue(ids.join(), idleDelayMs)
  return useVisitLines(rested === '' ? [] : rested.split(',')).data?.lines ?? noLines
}
