import { TriangleAlert } from 'lucide-react'
import styles from './create.module.css'

/** A warning at a field: said, and in nobody's way. */
export function FieldNote({ text }: { text: string }) {
  return (
    <span className={styles['note']}>
      <TriangleAlert size={13} aria-hidden /> This service may refuse it: {text}
    </span>
  )
}
