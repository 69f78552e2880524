import { useDeferredValue } from 'react'
import { useCount } from '../../api/collection.ts'
import type { Rows } from './list/useRows.ts'
import styles from './library.module.css'
import { counted } from '../../ui/counted.ts'

interface CountedProps {
  count: { total: number; atLeast: boolean } | undefined
  partial: boolean
}

/** How many links there are. Its place stays while that is not known. */
export function Counted({ count, partial }: CountedProps) {
  const text = count && `${count.atLeast && !partial ? 'more than ' : ''}${counted(count.total, 'link')}`
  return (
    <span role="status" className={styles['count']}>
      {text}
      {partial && ' so far. Older links are still being prepared for the search.'}
    </span>
  )
}

/** How many links the view has whose rows are shown. Of a view that has been read to its end it is not asked for. */
export function useCountOf({ view, count, isWhole }: Rows, partial: boolean) {
  const known = isWhole && !partial
  // The rows come first.
  const settled = useDeferredValue(view)
  const asked = useCount(settled, { partial, known: known || settled !== view }).data
  return known ? { total: count, atLeast: false } : asked
}
