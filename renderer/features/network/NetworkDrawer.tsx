import { Drawer } from '@mantine/core'
import { NetworkPanel } from './NetworkPanel.tsx'

/** Shows the network settings next to a form that needs them, also before any profile exists. */
export function NetworkDrawer({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Drawer opened={opened} onClose={close} position="right" size={560} title="Network settings">
      <NetworkPanel />
    </Drawer>
  )
}
