import { codePoints } from '../../contract/text.ts'
import { useField } from './FormContext.tsx'
import styles from './create.module.css'

/** How long a text is, and how long it may be. */
export function Meter({ name, max }: { name: 'title' | 'subtitle'; max: number }) {
  const [text] = useField(name)
  const length = codePoints(text)
  return (
    <span className={styles['meter']} data-over={length > max || undefined}>
      {length} of {max.toLocaleString('en')} characters
    </span>
  )
}
