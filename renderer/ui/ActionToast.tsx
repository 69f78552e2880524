import { Button, Flex, Text } from '@mantine/core'
import type { NotificationData } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { hideToast, showToast } from './toast.ts'

export interface ToastAction {
  label: string
  run: () => void
  'aria-keyshortcuts'?: string
}

type ReplacingToast = NotificationData & {
  id: string
  /** Its buttons, each of which hides it. */
  actions?: ToastAction[]
}

/** Shows a toast in place of the one with the same id. */
export function replaceToast({ actions = [], message, ...toast }: ReplacingToast): void {
  const { id } = toast
  const buttons = actions.map(({ label, run }) => ({
    label,
    run: () => {
      hideToast(id)
      run()
    },
  }))
  hideToast(id)
  showToast({ role: 'status', ...toast, message: <ToastActions message={message} actions={buttons} /> })
}

interface ToastActionsProps {
  message: ReactNode
  actions: ToastAction[]
  children?: ReactNode
}

/** Shows a toast's message with its buttons. */
export function ToastActions({ message, actions, children }: ToastActionsProps) {
  return (
    <Flex component="span" gap="6px 12px" align="center" wrap="wrap">
      <Text span inherit flex="1 1 120px" miw={0} style={{ overflowWrap: 'anywhere' }}>
        {message}
      </Text>
      {actions.map(({ label, run, ...shortcut }) => (
        <Button key={label} size="compact-xs" variant="default" onClick={run} {...shortcut}>
          {label}
        </Button>
      ))}
      {children}
    </Flex>
  )
}
