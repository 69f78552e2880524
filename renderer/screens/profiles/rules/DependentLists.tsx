import { ActionIcon, Group, Input, Stack, Text, TextInput } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { useMemo } from 'react'
import { normalizeWord } from '../../../../contract/app/values/spelling.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { FieldWarning } from '../../../ui/FieldWarning.tsx'
import { splitLines, type ListText, type RuleForm, type RuleFormProps } from './ruleForm.ts'

/** Edits the values that are allowed for each value of another field, such as the mediums of a source. */
export function DependentLists({ name, form, all, errors, change }: RuleFormProps) {
  const set = (index: number, patch: Partial<ListText>) =>
    change({ lists: form.lists.map((list, other) => (other === index ? { ...list, ...patch } : list)) })
  return (
    <Stack gap="xs">
      {form.lists.map((list, index) => (
        <Group key={index} gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={`${form.dependsOn} ${index + 1}`}
            placeholder={`If the ${form.dependsOn} is`}
            value={list.value}
            onChange={({ currentTarget }) => set(index, { value: currentTarget.value })}
          />
          <TextInput
            flex={2}
            aria-label={`Allowed for ${list.value || `${form.dependsOn} ${index + 1}`}`}
            placeholder="Allowed values, separated by commas"
            value={list.values}
            onChange={({ currentTarget }) => set(index, { values: currentTarget.value })}
          />
          <ActionIcon
            size={28}
            aria-label={`Remove the list of ${list.value || `${form.dependsOn} ${index + 1}`}`}
            onClick={() => change({ lists: form.lists.filter((_, other) => other !== index) })}
          >
            <X size={15} />
          </ActionIcon>
        </Group>
      ))}
      {form.dependsOn !== '' && (
        <UnusedLists lists={form.lists} on={form.dependsOn} form={all[form.dependsOn]} />
      )}
      {errors[`${name}.lists`] && <Input.Error>{errors[`${name}.lists`]}</Input.Error>}
      <div>
        <ActionButton
          size="xs"
          icon={Plus}
          onClick={() => change({ lists: [...form.lists, { value: '', values: '' }] })}
        >
          Add a list
        </ActionButton>
      </div>
    </Stack>
  )
}

interface UnusedListsProps {
  lists: readonly ListText[]
  /** The field that the lists depend on. */
  on: string
  form: RuleForm
}

/** Warns of lists that are never used, because the other field doesn't allow their value. */
function UnusedLists({ lists, on, form }: UnusedListsProps) {
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
