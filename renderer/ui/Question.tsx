import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent, type ReactNode } from 'react'

/** Functions that close the open questions, the newest last. */
const openQuestions = new Set<() => void>()

// Registered before the listeners of dialogs, so that Escape closes only the question and not a dialog below it.
addEventListener(
  'keydown',
  (event) => {
    const close = [...openQuestions].at(-1)
    if (event.key !== 'Escape' || event.isComposing || !close) return
    event.stopImmediatePropagation()
    close()
  },
  { capture: true },
)

interface Answer {
  label: string
  /** Whether it discards something. */
  isRed?: boolean
  isPending?: boolean
  choose: () => void
}

interface QuestionProps {
  title: string
  close: () => void
  main: Answer
  /** The other button; by default, *Cancel*, which closes the question. */
  other?: Partial<Answer>
  /** The button that Enter chooses; by default, the other one, which changes nothing. */
  focused?: 'main' | 'other'
  children: ReactNode
}

/** Asks a question with two answers before something happens. */
export function Question({ title, close, main, other, focused = 'other', children }: QuestionProps) {
  const closeLatest = useEffectEvent(close)
  useEffect(() => {
    const closeThis = () => closeLatest()
    openQuestions.add(closeThis)
    return () => void openQuestions.delete(closeThis)
  }, [])
  return (
    <Modal opened onClose={close} title={title}>
      <Stack>
        <Text component="div" size="sm">
          {children}
        </Text>
        <Group justify="flex-end">
          <Button
            variant="default"
            data-autofocus={focused === 'other' || undefined}
            onClick={other?.choose ?? close}
          >
            {other?.label ?? 'Cancel'}
          </Button>
          <Button
            data-autofocus={focused === 'main' || undefined}
            {...(main.isRed && { color: 'red' })}
            loading={main.isPending ?? false}
            onClick={main.choose}
          >
            {main.label}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
