import { Drawer } from '@mantine/core'
import { lazy } from 'react'
import { Loading } from '../../ui/Loading.tsx'
import { LaterPart } from '../../session/ErrorBoundary.tsx'

const NetworkPanel = lazy(() =>
  import('./NetworkPanel.tsx').then(({ NetworkPanel: panel }) => ({ default: panel })),
)

/** Shows the network settings next to a form that needs them, also before any profile exists. */
export function NetworkDrawer({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Drawer opened={opened} onClose={close} position="right" size={560} title="Network settings">
      <LaterPart fallback={<Loading label="Loading" />}>
        <NetworkPanel />
      </LaterPart>
    </Drawer>
  )
}
