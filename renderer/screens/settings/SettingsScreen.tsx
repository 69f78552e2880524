import { Box, Flex, Stack } from '@mantine/core'
import { Activity, Bell, Database, History, Info, KeyRound, Network, Palette } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import { Link, useParams } from 'wouter'
import { AboutPanel } from './AboutPanel.tsx'
import { AppearancePanel } from './AppearancePanel.tsx'
import { BackupsPanel } from './backups/BackupsPanel.tsx'
import { DataPanel } from './DataPanel.tsx'
import { KeyStoragePanel } from './KeyStoragePanel.tsx'
import { NetworkPanel } from '../../features/network/NetworkPanel.tsx'
import { NotificationsPanel } from './NotificationsPanel.tsx'
import styles from './settings.module.css'

interface Section {
  name: string
  label: string
  icon: LucideIcon
  panel: ComponentType
}

const sections: [Section, ...Section[]] = [
  { name: 'appearance', label: 'Appearance', icon: Palette, panel: AppearancePanel },
  { name: 'notifications', label: 'Notifications', icon: Bell, panel: NotificationsPanel },
  { name: 'network', label: 'Network', icon: Network, panel: NetworkPanel },
  { name: 'keys', label: 'Key storage', icon: KeyRound, panel: KeyStoragePanel },
  { name: 'data', label: 'Data folder', icon: Database, panel: DataPanel },
  { name: 'backups', label: 'Backups', icon: History, panel: BackupsPanel },
  { name: 'about', label: 'About', icon: Info, panel: AboutPanel },
]

/** Shows the settings, one section at a time. */
export default function SettingsScreen() {
  const { section } = useParams<{ section?: string }>()
  const activeSection = sections.find(({ name }) => name === section) ?? sections[0]
  const Panel = activeSection.panel
  return (
    <Flex direction={{ base: 'column', sm: 'row' }} gap={{ base: 24, md: 36 }} p="var(--gutter)">
      <Stack aria-label="Settings" component="nav" gap={2} flex="none" w={{ sm: 150, md: 190 }}>
        {sections.map(({ name, label, icon: Icon }) => (
          <Link
            key={name}
            href={`/settings/${name}`}
            className={styles['section']}
            aria-current={name === activeSection.name ? 'page' : undefined}
          >
            <Icon size={16} strokeWidth={1.8} aria-hidden /> {label}
          </Link>
        ))}
        <Link href="/activity" className={styles['section']}>
          <Activity size={16} strokeWidth={1.8} aria-hidden /> Diagnostics
        </Link>
      </Stack>
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
          {activeSection.label}
        </Box>
        <Panel />
      </Stack>
    </Flex>
  )
}
