import { useDeferredValue } from 'react'
import { useCount } from '../../api/library.ts'
import { useExactCount } from '../../api/exactCount.ts'
import type { Rows } from './list/useRows.ts'
import styles from './library.module.css'
import { formatCount } from '../../ui/formatCount.ts'

interface LinkCountProps {
  count: { total: number; atLeast: boolean } | undefined
  partial: boolean
}

/**
 * Shows the number of links. Never says "0 links", which would suggest that the library is empty. Reserves its space
 * until known.
 */
export function LinkCount({ count, partial }: LinkCountProps) {
  const isKnown = count && (!count.atLeast || partial)
  const isEmpty = isKnown && count.total === 0 && !partial
  const text = isKnown ? formatCount(count.total, 'link') : ''
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
export function useLinkCount({ view, count, isWhole }: Rows, partial: boolean) {
  const known = isWhole && !partial
  // The rows have priority.
  const settled = useDeferredValue(view)
  const isSettled = settled === view
  const found = useCount(settled, { partial, known: known || !isSettled }).data
  const isLarge = found?.atLeast === true && !partial && !known
  const exact = useExactCount(settled, isLarge && isSettled)
  if (known) return { total: count, atLeast: false }
  if (!isSettled) return undefined
  return isLarge && exact !== undefined ? { total: exact, atLeast: false } : found
}

/** Returns the number of links in the view; `null` while only a minimum is known. */
export function exactTotal(count: ReturnType<typeof useLinkCount>): number | null {
  return count && !count.atLeast ? count.total : null
}
