import { TriangleAlert } from 'lucide-react'
import styles from './create.module.css'

export interface Fix {
  label: string
  apply: () => void
}

/** Something worth a look at a field: said, in nobody's way, and mended in one press where that is possible. */
export function Remark({ text, fix = null }: { text: string; fix?: Fix | null }) {
  return (
    <span className={styles['remark']}>
      <TriangleAlert size={13} aria-hidden />
      <span>{text}</span>
      {fix && (
        <button type="button" onClick={fix.apply}>
          {fix.label}
        </button>
      )}
    </span>
  )
}
