import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import styles from './fieldWarning.module.css'

interface Fix {
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
  const element = useRef<HTMLSpanElement>(null)
  // A warning below the field that is being edited could appear outside the part of the form in view.
  useEffect(() => {
    const field = element.current?.closest('.mantine-InputWrapper-root')
    if (field?.contains(document.activeElement)) element.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <span ref={element} className={styles['warning']} data-refusal={refusal || undefined}>
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
