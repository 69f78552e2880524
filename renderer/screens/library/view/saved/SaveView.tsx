import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { maxViewNameLength } from '../../../../../contract/service/rules/viewLimits.ts'
import { ProblemView } from '../../../../ui/problem/ProblemView.tsx'
import { showToast } from '../../../../ui/toast.ts'
import { useCallMutation } from '../../../../api/useCall.ts'

interface SaveViewProps {
  /** The parameters of the shown view. */
  query: string
  suggestion: string
  close: () => void
}

/** Saves the shown view under a name. */
export function SaveView({ query, suggestion, close }: SaveViewProps) {
  const [name, setName] = useState(suggestion.trim().slice(0, maxViewNameLength).toWellFormed())
  const save = useCallMutation('views.save')
  const problem = save.error?.problem
  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault()
    const saved = () => {
      close()
      showToast({ role: 'status', message: `View “${name.trim()}” saved` })
    }
    save.mutate({ id: crypto.randomUUID(), name, query }, { onSuccess: saved })
  }
  return (
    <Group component="form" gap={6} mt={10} align="flex-end" onSubmit={submit}>
      <TextInput
        size="xs"
        flex={1}
        label="Save this view as"
        placeholder="Name"
        data-autofocus
        maxLength={maxViewNameLength}
        value={name}
        error={problem?.fields?.['name'] ?? problem?.fields?.['query']}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" loading={save.isPending}>
        Save
      </Button>
      {problem && !problem.fields && <ProblemView problem={problem} />}
    </Group>
  )
}
