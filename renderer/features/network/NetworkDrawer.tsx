import { Drawer } from '@mantine/core'
import { Suspense, lazy } from 'react'
import { Loading } from '../../ui/Loading.tsx'

const NetworkPanel = lazy(() =>
  import('./NetworkPanel.tsx').then(({ NetworkPanel: panel }) => ({ default: panel })),
)

/** The network settings beside a form that needs them, before there is any profile as well. */
export function NetworkDrawer({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Drawer
      opened={opened}
      onClose={close}
      position="right"
      size={560}
      title="Network settings"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Suspense fallback={<Loading label="Loading" />}>
        <NetworkPanel />
      </Suspense>
    </Drawer>
  )
}
