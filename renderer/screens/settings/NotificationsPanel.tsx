import { Select, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { quickKeys } from '../../../contract/app/window/quickKeys.ts'
import { useSetPreferences } from '../../api/app.ts'
import { isMac } from '../../session/isMac.ts'
import { useSession } from '../../session/Session.tsx'
import { PanelPart, PanelText } from '../../ui/PanelPart.tsx'

/** Switches system notifications, and the ways to create a link while another program is in front. */
export function NotificationsPanel() {
  const { notifies, windowNotifies, quickAccess } = useSession().state
  const set = useSetPreferences()
  const [permission, setPermission] = useState(readPermission)
  const isAllowed = !windowNotifies || permission === 'granted'
  const choose = async (isOn: boolean) => {
    // The browser is asked only on this press.
    if (isOn && permission === 'default') setPermission(await Notification.requestPermission())
    set({ notifies: isOn })
  }
  return (
    <>
      <Switch
        label="System notifications"
        description="When a bulk run or an import ends while another program is in front. They never contain a link or a name."
        checked={notifies && isAllowed}
        disabled={windowNotifies && permission === 'denied'}
        onChange={(event) => void choose(event.currentTarget.checked)}
      />
      {windowNotifies && permission === 'denied' && (
        <PanelText>
          This browser blocks notifications of Linkwright. Its settings for this page allow them.
        </PanelText>
      )}
      {quickAccess && <QuickAccess problem={quickAccess.problem} />}
    </>
  )
}

function readPermission(): NotificationPermission {
  return 'Notification' in window ? Notification.permission : 'denied'
}

const keyChoices = quickKeys.map((value) => ({
  value,
  label: value.replace('CommandOrControl', isMac() ? '⌘' : 'Ctrl'),
}))

/** Ways to open the quick form while the app is open. Off until chosen, because other programs may use the same keys. */
function QuickAccess({ problem }: { problem: string | null }) {
  const { tray, quickKeys: keys } = useSession().state
  const set = useSetPreferences()
  return (
    <PanelPart title="A new link from any program">
      <Switch
        label={isMac() ? 'Icon in the menu bar' : 'Icon in the notification area'}
        description="While Linkwright is open."
        checked={tray}
        onChange={(event) => set({ tray: event.currentTarget.checked })}
      />
      <Select
        label="Keys"
        placeholder="None"
        clearable
        maw={260}
        data={keyChoices}
        value={keys}
        onChange={(chosen) => set({ quickKeys: chosen })}
      />
      {problem !== null && (
        <Text c="var(--bad-text)" fz="sm" role="alert">
          {problem}
        </Text>
      )}
    </PanelPart>
  )
}
