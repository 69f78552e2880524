import { useDebouncedValue } from '@mantine/hooks'
import { useCount } from '../../api/library.ts'
import { useExactCount, useFailedCount } from '../../api/exactCount.ts'
import { linksText, type CountedLinks } from '../../link/linksText.ts'
import type { Rows } from './list/useRows.ts'
import styles from './library.module.css'

type LinkCounts = CountedLinks & { atLeast: boolean }

interface LinkCountProps {
  count: LinkCounts | undefined
  partial: boolean
}

/** Milliseconds after the last change of the view before its links are counted. */
const countDelayMs = 150

/**
 * Shows the number of links. Never says "0 links", which would suggest that the library is empty. Reserves its space
 * until known.
 */
export function LinkCount({ count, partial }: LinkCountProps) {
  const isKnown = count && (!count.atLeast || partial)
  const isEmpty = isKnown && count.total === 0 && !partial
  const text = isKnown ? linksText(count) : ''
  return (
    <span role="status" className={styles['count']}>
      {isEmpty ? 'No links match' : text}
      {partial && ' so far. Some links aren’t indexed for search yet.'}
    </span>
  )
}

/**
 * Returns the number of links in the shown view. A fully loaded view needs no request. For a large one, the first
 * answer is a minimum, followed by the exact total.
 */
export function useLinkCount(rows: Rows, partial: boolean): LinkCounts | undefined {
  const known = partial ? undefined : countLoaded(rows)
  // While a search is typed, only its rows are read.
  const [settled] = useDebouncedValue(rows.view, countDelayMs)
  const isRequested = settled === rows.view && !known
  const found = useCount(settled, { partial, known: !isRequested }).data
  const isLarge = found?.atLeast === true && !partial
  const exact = useExactCount(settled, isLarge && isRequested)
  const failed = useFailedCount(settled, isRequested)
  if (!isRequested || !found || failed === undefined) return known
  return isLarge && exact !== undefined ? { total: exact, failed, atLeast: false } : { ...found, failed }
}

/** Counts the links of a view whose rows are all loaded and kept; `undefined` for others. */
function countLoaded({ count, isWhole, kept }: Rows): LinkCounts | undefined {
  if (!isWhole || kept.length !== count) return undefined
  return { total: count, failed: kept.filter(({ state }) => state === 'failed').length, atLeast: false }
}

/** Returns the number of entries in the view; `null` while only a minimum is known. */
export function exactTotal(count: LinkCounts | undefined): number | null {
  return count && !count.atLeast ? count.total : null
}
