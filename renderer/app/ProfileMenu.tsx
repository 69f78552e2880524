import { Kbd, Menu, UnstyledButton } from '@mantine/core'
import { ChevronsUpDown, Settings2 } from 'lucide-react'
import { useLocation } from 'wouter'
import { ProfileTile } from '../session/ProfileTile.tsx'
import { keyName } from './contextKeys.ts'
import type { SavedProfile } from '../session/currentProfile.ts'
import styles from './shell.module.css'

interface ProfileMenuProps {
  profiles: SavedProfile[]
  current: SavedProfile
  choose: (id: string) => void
}

/** The profile in force by name and colour; a press shows the others, each with its key. */
export function ProfileMenu({ profiles, current, choose }: ProfileMenuProps) {
  const [, go] = useLocation()
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <UnstyledButton className={styles['profile']} aria-label={`Profile: ${current.name}`}>
          <ProfileTile profile={current} />
          <span>{current.name}</span>
          <ChevronsUpDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={styles['profileMenu'] ?? ''}>
        <Menu.RadioGroup value={current.id} onChange={choose}>
          {profiles.map((profile, index) => (
            <Menu.RadioItem
              key={profile.id}
              value={profile.id}
              closeMenuOnClick
              aria-label={profile.name}
              rightSection={index < 9 && <Kbd size="xs">{keyName(String(index + 1))}</Kbd>}
              aria-keyshortcuts={index < 9 ? `Alt+${index + 1}` : undefined}
            >
              <span className={styles['choice']}>
                <ProfileTile profile={profile} /> <span>{profile.name}</span>
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<Settings2 size={15} aria-hidden />} onClick={() => go('/profiles')}>
          Manage profiles
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
