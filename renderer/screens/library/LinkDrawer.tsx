import { Drawer } from '@mantine/core'
import { memo, useState } from 'react'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { useLinkRecord } from '../../api/links.ts'
import { LinkDetail } from './LinkDetail.tsx'
import { titleOf } from '../../features/record/titleOf.ts'

/** Shows a link in a drawer beside the table. */
export const LinkDrawer = memo(function LinkDrawer({ id, close }: { id: string | null; close: () => void }) {
  const shownId = useLastShown(id)
  const record = useLinkRecord(shownId)
  return (
    <Drawer
      opened={id !== null}
      onClose={close}
      position="right"
      size={560}
      title={record.data ? titleOf(record.data) : 'Link'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {record.isPending && <Loading label="Loading the link" />}
      {record.error && <ProblemView problem={record.error.problem} />}
      {record.data && <LinkDetail record={record.data} />}
    </Drawer>
  )
})

/** Returns the last id, so that the drawer keeps its content during the closing animation. */
function useLastShown(id: string | null): string {
  const [shown, setShown] = useState(id ?? '')
  if (id !== null && id !== shown) setShown(id)
  return id ?? shown
}
