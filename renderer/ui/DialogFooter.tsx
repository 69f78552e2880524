import type { ReactNode } from 'react'
import { BottomBar } from './BottomBar.tsx'

/** The end of a dialog's content, with its buttons. Always in view, however long the content is. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <BottomBar gap="xs" justify="flex-end" wrap="wrap" mx="-md" mb="-md" px="md" py="sm">
      {children}
    </BottomBar>
  )
}
