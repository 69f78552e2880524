import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import { ProblemView } from '../problem/ProblemView.tsx'

interface DialogButtonsProps {
  cancel: () => void
  cancelLabel?: string
  /** Buttons before *Cancel*. */
  others?: ReactNode
  children: ReactNode
}

/** The buttons at the end of a dialog: *Cancel*, and the main ones. */
export function DialogButtons({ cancel, cancelLabel = 'Cancel', others, children }: DialogButtonsProps) {
  return (
    <Group gap="xs" justify="flex-end">
      {others}
      <Button variant="default" onClick={cancel}>
        {cancelLabel}
      </Button>
      {children}
    </Group>
  )
}

interface DialogFormProps extends Omit<DialogButtonsProps, 'cancelLabel'> {
  submit: () => void
  /** The main button's label. */
  label: string
  isPending?: boolean
  disabled?: boolean
  /** Why it couldn't be submitted. */
  problem?: Problem | null | undefined
}

/** The form of a dialog: its fields, and the buttons that leave and submit it. */
export function DialogForm(props: DialogFormProps) {
  const { submit, label, isPending = false, disabled = false, problem, children, ...buttons } = props
  return (
    <Stack
      component="form"
      gap="md"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {children}
      {problem && <ProblemView problem={problem} />}
      <DialogButtons {...buttons}>
        <Button type="submit" loading={isPending} disabled={disabled}>
          {label}
        </Button>
      </DialogButtons>
    </Stack>
  )
}
