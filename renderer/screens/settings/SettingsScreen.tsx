import { Box, Flex, Stack } from '@mantine/core'
import { Activity, Bell, Database, History, Info, KeyRound, Network, Palette } from 'lucide-react'
import { useParams } from 'wouter'
import { AboutPanel } from './AboutPanel.tsx'
import { AppearancePanel } from './AppearancePanel.tsx'
import { BackupsPanel } from './backups/BackupsPanel.tsx'
import { DataPanel } from './DataPanel.tsx'
import { KeyStoragePanel } from './KeyStoragePanel.tsx'
import { NetworkPanel } from '../../features/network/NetworkPanel.tsx'
import { NotificationsPanel } from './NotificationsPanel.tsx'
import { SideNav } from '../../ui/SideNav.tsx'

const sections = [
  { href: '/settings/appearance', label: 'Appearance', icon: Palette, panel: AppearancePanel },
  { href: '/settings/notifications', label: 'Notifications', icon: Bell, panel: NotificationsPanel },
  { href: '/settings/network', label: 'Network', icon: Network, panel: NetworkPanel },
  { href: '/settings/keys', label: 'Key storage', icon: KeyRound, panel: KeyStoragePanel },
  { href: '/settings/data', label: 'Data folder', icon: Database, panel: DataPanel },
  { href: '/settings/backups', label: 'Backups', icon: History, panel: BackupsPanel },
  { href: '/settings/about', label: 'About', icon: Info, panel: AboutPanel },
] as const

const items = [...sections, { href: '/activity', label: 'Diagnostics', icon: Activity }]

/** Shows the settings, one section at a time. */
export default function SettingsScreen() {
  const { section } = useParams<{ section?: string }>()
  const shown = sections.find(({ href }) => href === `/settings/${section}`) ?? sections[0]
  const Panel = shown.panel
  return (
    <Flex direction={{ base: 'column', sm: 'row' }} gap={{ base: 24, md: 36 }} p="var(--gutter)">
      <SideNav label="Settings" items={items} shown={shown.href} w={{ sm: 150, md: 190 }} />
      <Stack
        component="section"
        gap={20}
        flex={1}
        miw={0}
        maw="var(--measure)"
        pb={24}
        aria-labelledby="settings-heading"
      >
        <Box component="h2" id="settings-heading" fz="lg">
          {shown.label}
        </Box>
        <Panel />
      </Stack>
    </Flex>
  )
}
