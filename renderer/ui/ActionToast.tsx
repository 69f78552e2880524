import { Button, Flex, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { hideToast, replaceToast } from './toast.ts'

export interface ToastAction {
  label: string
  run: () => void
  'aria-keyshortcuts'?: string
}

interface ActionToast {
  id: string
  message: string
  action: ToastAction
  /** Another button, which comes first. */
  preferred?: ToastAction | null
  /** Stays until the user answers or dismisses it. */
  isQuestion?: boolean
}

/** Shows a message with one or two buttons, which hide it. Replaces the toast with the same id. */
export function showActionToast({ id, message, action, preferred, isQuestion = false }: ActionToast): void {
  const actions = [...(preferred ? [preferred] : []), action].map((one) => ({
    ...one,
    run: () => {
      hideToast(id)
      one.run()
    },
  }))
  const body = <ToastActions message={message} actions={actions} />
  replaceToast({ id, role: 'status', ...(isQuestion && { autoClose: false }), message: body })
}

interface ToastActionsProps {
  message: string
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
