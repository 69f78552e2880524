import { Drawer } from '@mantine/core'
import { useState } from 'react'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { useCall } from '../../api/useCall.ts'
import { ActivityReport } from './ActivityReport.tsx'
import { operationNames } from './operations.ts'

/** Shows one request in a drawer next to the table. */
export function ActivityDrawer({ id, close }: { id: number | null; close: () => void }) {
  const shownId = useLastShown(id)
  const detail = useCall(
    'activity.get',
    { id: shownId ?? 0 },
    // Entries never change.
    { enabled: shownId !== null, staleTime: Infinity },
  )
  return (
    <Drawer
      opened={id !== null}
      onClose={close}
      position="right"
      size={600}
      title={detail.data ? operationNames[detail.data.operation] : 'Request'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {detail.isPending && <Loading label="Loading the request" />}
      {detail.error && <ProblemView problem={detail.error.problem} />}
      {detail.data && <ActivityReport detail={detail.data} />}
    </Drawer>
  )
}

/** Returns the last id, so that the drawer keeps its content during the closing animation. */
function useLastShown(id: number | null): number | null {
  const [shown, setShown] = useState(id)
  if (id !== null && id !== shown) setShown(id)
  return id ?? shown
}
