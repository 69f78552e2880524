import { Button, Group, TextInput, type TextInputProps } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { maxViewNameLength } from '../../../../../contract/service/rules/viewLimits.ts'
import type { SavedView } from '../../../../../contract/app/library/savedView.ts'
import { useCallMutation } from '../../../../api/useCall.ts'
import { ProblemView } from '../../../../ui/problem/ProblemView.tsx'

interface ViewFormProps extends Pick<TextInputProps, 'label' | 'aria-label' | 'autoFocus' | 'mt'> {
  /** The view to save. Without an id, it is a new one. */
  view: Omit<SavedView, 'id'> & { id?: string }
  /** Called with the name under which the view was saved. */
  saved: (name: string) => void
  /** Buttons after *Save*. */
  children?: ReactNode
}

/** Saves a view under the name that the user enters. */
export function ViewForm({ view, saved, children, ...input }: ViewFormProps) {
  const [name, setName] = useState(view.name)
  const save = useCallMutation('views.save')
  const problem = save.error?.problem
  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault()
    save.mutate({ id: crypto.randomUUID(), ...view, name }, { onSuccess: () => saved(name.trim()) })
  }
  return (
    <Group component="form" gap={6} align="flex-end" onSubmit={submit}>
      <TextInput
        {...input}
        size="xs"
        flex={1}
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
      {children}
      {problem && !problem.fields && <ProblemView problem={problem} />}
    </Group>
  )
}
