import { Button } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { asText, unsafeNumbersIn } from './unsafeNumbers.ts'
import styles from './data.module.css'

interface UnsafeNumbersProps {
  text: string
  onChange: (text: string) => void
}

/** Says which numbers an app written in JavaScript would read as other ones, with a way out for each. */
export function UnsafeNumbers({ text, onChange }: UnsafeNumbersProps) {
  const [first, ...more] = unsafeNumbersIn(text)
  if (!first) return null
  return (
    <p className={styles['warning']} role="status">
      <TriangleAlert size={14} aria-hidden />
      <span>
        <code>{first.spelling}</code> is sent as it is, but an app in JavaScript reads{' '}
        <code>{first.readAs}</code>.{more.length > 0 && ` So it is with ${more.length} more.`}
      </span>
      <Button size="compact-xs" variant="default" onClick={() => onChange(asText(text, first))}>
        Make it a text
      </Button>
    </p>
  )
}
