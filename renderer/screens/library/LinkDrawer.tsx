import { Drawer } from '@mantine/core'
import { memo, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { useLinkRecord } from '../../api/links.ts'
import { LinkDetail } from './LinkDetail.tsx'
import { linkTitle } from '../../features/record/linkTitle.ts'

/** Shows a link in a drawer next to the table. */
export const LinkDrawer = memo(function LinkDrawer({ id, close }: { id: string | null; close: () => void }) {
  const shownId = useLastShown(id)
  const record = useLinkRecord(shownId)
  const drawer = useRef<HTMLDivElement>(null)
  useEscape(drawer, id === null ? null : close)
  return (
    <Drawer
      ref={drawer}
      opened={id !== null}
      onClose={close}
      // Otherwise, Escape in a dialog above it would also close the drawer, and lose the dialog's input.
      closeOnEscape={false}
      position="right"
      size={560}
      title={record.data ? linkTitle(record.data) : 'Link'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {record.isPending && <Loading label="Loading the link" />}
      {record.error && <ProblemView problem={record.error.problem} retry={() => void record.refetch()} />}
      {record.data && <LinkDetail record={record.data} />}
    </Drawer>
  )
})

/** Closes the drawer on Escape, unless the key is for a dialog or menu above it, or an open list of suggestions. */
function useEscape(drawer: RefObject<HTMLElement | null>, close: (() => void) | null): void {
  const press = useEffectEvent(({ key, isComposing, target }: KeyboardEvent) => {
    if (key !== 'Escape' || isComposing || !(target instanceof Element)) return
    if (target.matches('[role="combobox"][aria-expanded="true"]')) return
    const isAlone = target === document.body && document.querySelectorAll('[aria-modal="true"]').length === 1
    if (isAlone || drawer.current?.contains(target)) close?.()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    // In the capture phase, before a list of suggestions closes.
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [])
}

/** Returns the last id, so that the drawer keeps its content during the closing animation. */
function useLastShown(id: string | null): string {
  const [shown, setShown] = useState(id ?? '')
  if (id !== null && id !== shown) setShown(id)
  return id ?? shown
}
