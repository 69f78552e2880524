import { useDeferredValue, useMemo } from 'react'
import { normalizeWord } from '../../../../contract/spelling.ts'
import { FieldWarning } from '../../../ui/FieldWarning.tsx'
import { linesOf } from './ruleForm.ts'
import styles from './rules.module.css'

/** Warns of two allowed values that a report shows as two, but a person reads as one. */
export function AlikeValues({ values }: { values: string }) {
  const listed = useDeferredValue(values)
  const alike = useMemo(() => findAlike(linesOf(listed)), [listed])
  if (!alike) return null
  const [first, second] = alike
  return (
    <p className={styles['alike']}>
      <FieldWarning
        text={`“${first}” and “${second}” differ only in case or separators. Both are allowed, and reports count them separately.`}
      />
    </p>
  )
}

/** Returns the first two values that differ only in case or separators. */
function findAlike(values: readonly string[]): [string, string] | null {
  const known = new Map<string, string>()
  for (const value of values.map((text) => text.normalize('NFC'))) {
    const word = normalizeWord(value)
    const other = known.get(word)
    if (other !== undefined && other !== value) return [other, value]
    known.set(word, value)
  }
  return null
}
