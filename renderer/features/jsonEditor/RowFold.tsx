import { ChevronRight } from 'lucide-react'
import { formatCount } from '../../ui/formatCount.ts'
import styles from './jsonEditor.module.css'

interface RowFoldProps {
  open: boolean
  count: number
  label: string
  nestId: string
  toggle: () => void
}

/** Folds the rows of an object or array, and shows their number. */
export function RowFold({ open, count, label, nestId, toggle }: RowFoldProps) {
  return (
    <button
      type="button"
      className={styles['fold']}
      aria-expanded={open}
      aria-controls={nestId}
      aria-label={`${rowCount(count)} of ${label}`}
      onClick={toggle}
    >
      <ChevronRight size={14} aria-hidden data-open={open || undefined} />
      {rowCount(count)}
    </button>
  )
}

function rowCount(count: number): string {
  return formatCount(count, 'row')
}
