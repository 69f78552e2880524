import { Text } from '@mantine/core'
import { useDeferredValue, useMemo } from 'react'
import { normalizeWord } from '../../../../contract/app/values/spelling.ts'
import { FieldWarning } from '../../../ui/FieldWarning.tsx'
import { splitLines } from './ruleForm.ts'

/** Warns of two allowed values that people read as the same, but reports count separately. */
export function SimilarValuesWarning({ values }: { values: string }) {
  const deferredValues = useDeferredValue(values)
  const pair = useMemo(() => findSimilarPair(splitLines(deferredValues)), [deferredValues])
  if (!pair) return null
  const [first, second] = pair
  return (
    <Text fz="sm">
      <FieldWarning
        text={`“${first}” and “${second}” differ only in case or separators. Both are allowed, and reports count them separately.`}
      />
    </Text>
  )
}

/** Returns the first two values that differ only in case or separators; `null` if there are none. */
function findSimilarPair(values: readonly string[]): [string, string] | null {
  const valuesByWord = new Map<string, string>()
  for (const value of values.map((text) => text.normalize('NFC'))) {
    const word = normalizeWord(value)
    const other = valuesByWord.get(word)
    if (other !== undefined && other !== value) return [other, value]
    valuesByWord.set(word, value)
  }
  return null
}
