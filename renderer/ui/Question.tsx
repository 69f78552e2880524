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
  choose: () => void
}

interface QuestionProps {
  title: string
  close: () => void
  /** Each button's label and effect; the last one is the main button. */
  answers: readonly [Answer, Answer]
  /** Index of the answer that Enter chooses; by default, the main one. */
  focused?: 0 | 1
  children: ReactNode
}

/** Asks a question with two answers before something happens. */
export function Question({ title, close, answers, focused = 1, children }: QuestionProps) {
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
          {answers.map(({ label, isRed, choose }, index) => (
            <Button
              key={label}
              {...(index === 0 && { variant: 'default' })}
              {...(isRed && { color: 'red' })}
              {...(index === focused && { 'data-autofocus': true })}
              onClick={choose}
            >
              {label}
            </Button>
          ))}
        </Group>
      </Stack>
    </Modal>
  )
}
