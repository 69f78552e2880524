import { TriangleAlert } from 'lucide-react'
import { useReportedWarning } from './WarningScope.tsx'
import styles from './fieldWarning.module.css'

export interface Fix {
  label: string
  apply: () => void
}

interface FieldWarningProps {
  text: string
  fix?: Fix | null
  /** Whether it blocks the create. */
  refusal?: boolean
}

/** Shows a field's warning, with a one-click fix if there is one. */
export function FieldWarning({ text, fix = null, refusal = false }: FieldWarningProps) {
  useReportedWarning()
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
