import { useDeferredValue } from 'react'
import { useCount } from '../../api/collection.ts'
import { useExactCount } from '../../api/exactCount.ts'
import type { Rows } from './list/useRows.ts'
import styles from './library.module.css'
import { formatCount } from '../../ui/formatCount.ts'

interface LinkCountProps {
  count: { total: number; atLeast: boolean } | undefined
  partial: boolean
}

/** Shows the number of links. Reserves its space until known. */
export function LinkCount({ count, partial }: LinkCountProps) {
  const text = count && (!count.atLeast || partial) ? formatCount(count.total, 'link') : ''
  return (
    <span role="status" className={styles['count']}>
      {text}
      {partial && ' so far. Older links are still being prepared for the search.'}
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
  const asked = useCount(settled, { partial, known: known || !isSettled }).data
  const isLarge = asked?.atLeast === true && !partial && !known
  const exact = useExactCount(settled, isLarge && isSettled)
  if (known) return { total: count, atLeast: false }
  return isLarge && exact !== undefined ? { total: exact, atLeast: false } : asked
}
