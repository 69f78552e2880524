import { useDebouncedValue } from '@mantine/hooks'
import { useFailedCount, useTotal } from '../../api/counts.ts'
import { linksText, type CountedLinks } from '../../link/linksText.ts'
import type { Rows, useRows } from './list/useRows.ts'
import styles from './library.module.css'

/** The number of links in the shown view. */
export interface ShownCount {
  /** `undefined` until known. */
  count: CountedLinks | undefined
  /** Whether there may be more, because some links aren't indexed yet. */
  partial: boolean
  /** Number of entries; `null` while unknown, or only a minimum. */
  total: number | null
}

/** Milliseconds after the last change of the view before its links are counted. */
const countDelayMs = 150

/**
 * Shows the number of links. Never says "0 links", which would suggest that the library is empty. Reserves its space
 * until known.
 */
export function LinkCount({ count, partial }: ShownCount) {
  const isEmpty = count?.total === 0 && !partial
  return (
    <span role="status" className={styles['count']}>
      {isEmpty ? 'No links match' : count && linksText(count)}
      {partial && `${count ? ' so far. ' : ''}Some links aren’t indexed for search yet.`}
    </span>
  )
}

/** Returns the number of links in the shown view. Nothing has been counted before its first rows are loaded. */
export function useShownCount({ rows, first }: ReturnType<typeof useRows>): ShownCount {
  const partial = first.data?.partial ?? false
  const counted = useCounted(rows, partial)
  const count = first.isPending ? undefined : counted
  return { count, partial, total: partial ? null : (count?.total ?? null) }
}

/** Counts the links of a view. A fully loaded one needs no request. */
function useCounted(rows: Rows, partial: boolean): CountedLinks | undefined {
  const known = partial ? undefined : countLoaded(rows)
  // While a search is typed, only its rows are read.
  const [settled] = useDebouncedValue(rows.view, countDelayMs)
  const isRequested = settled === rows.view && !known
  const total = useTotal(settled, isRequested)
  const failed = useFailedCount(settled, isRequested)
  if (!isRequested || total === undefined || failed === undefined) return known
  return { total, failed }
}

/** Counts the links of a view whose rows are all loaded and kept; `undefined` for others. */
function countLoaded({ count, isWhole, kept }: Rows): CountedLinks | undefined {
  if (!isWhole || kept.length !== count) return undefined
  return { total: count, failed: kept.filter(({ state }) => state === 'failed').length }
}
