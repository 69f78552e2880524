import { Drawer } from '@mantine/core'
import { memo, useState } from 'react'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { useLinkRecord } from '../../api/links.ts'
import { LinkDetail } from './LinkDetail.tsx'
import { titleOf } from '../../features/record/titleOf.ts'

/** One link of the table, beside it. */
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

/** The id that was last asked for, so that the drawer keeps its content while it closes. */
function useLastShown(id: string | null): string {
  const [shown, setShown] = useState(id ?? '')
  if (id !== null && id !== shown) setShown(id)
  return id ?? shown
}
