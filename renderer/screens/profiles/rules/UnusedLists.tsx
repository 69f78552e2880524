import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { normalizeWord } from '../../../../contract/app/values/spelling.ts'
import { FieldWarning } from '../../../ui/FieldWarning.tsx'
import { splitLines, type ListText, type RuleForm } from './ruleForm.ts'

interface UnusedListsProps {
  lists: readonly ListText[]
  /** The field that the lists depend on. */
  on: string
  form: RuleForm
}

/** Warns of lists that are never used, because the other field doesn't allow their value. */
export function UnusedLists({ lists, on, form }: UnusedListsProps) {
  const allowed = useMemo(() => allowedWords(form), [form])
  const first = lists.find(({ value }) => value.trim() !== '' && allowed?.has(normalizeWord(value)) === false)
  if (!first) return null
  return (
    <Text fz="sm">
      <FieldWarning
        text={`“${first.value.trim()}” is not one of the allowed ${on}s, so its list is never used.`}
      />
    </Text>
  )
}

/** Returns the values that a field allows without a warning, normalized; `null` if it allows any. */
function allowedWords({ values, isOpen, dependsOn, lists }: RuleForm): Set<string> | null {
  const listed = splitLines(values)
  if (isOpen || listed.length === 0) return null
  const others = dependsOn === '' ? [] : lists.flatMap((list) => splitLines(list.values))
  return new Set([...listed, ...others].map(normalizeWord))
}
