import { TriangleAlert } from 'lucide-react'
import styles from './fieldWarning.module.css'

export interface Fix {
  label: string
  apply: () => void
}

interface FieldWarningProps {
  text: string
  fix?: Fix | null
  /** Whether it stands in the way. */
  refusal?: boolean
}

/** Something worth a look at a field, mended in one press where that is possible. */
export function FieldWarning({ text, fix = null, refusal = false }: FieldWarningProps) {
  return (
    <span className={styles['remark']} data-refusal={refusal || undefined}>
      <TriangleAlert size={13} aria-hidden />
      <span>
        {text}{' '}
        {fix && (
          <button type="button" onClick={fix.apply}>
            {fix.label}
          </button>
        )}
      </span>
    </span>
  )
}
