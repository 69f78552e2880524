import { Kbd, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { ChevronsUpDown, Settings2 } from 'lucide-react'
import { useLocation } from 'wouter'
import type { KeyStoreState } from '../../contract/app/profile/keyStore.ts'
import { isKeyMissing } from '../features/keys/isKeyMissing.ts'
import { ProfileTile } from '../session/ProfileTile.tsx'
import { Badge } from '../ui/Badge.tsx'
import { formatShortcut } from './contextKeys.ts'
import type { SavedProfile } from '../session/currentProfile.ts'
import styles from './shell.module.css'

interface ProfileMenuProps {
  profiles: SavedProfile[]
  current: SavedProfile
  keyStore: KeyStoreState
  choose: (id: string) => void
}

/** Shows the active profile's name and colour, with a menu of the others and the state of each key. */
export function ProfileMenu({ profiles, current, keyStore, choose }: ProfileMenuProps) {
  const [, go] = useLocation()
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <UnstyledButton className={styles['profile']}>
          <VisuallyHidden>Profile: </VisuallyHidden>
          <ProfileTile profile={current} />
          <span>{current.name}</span>
          {isKeyMissing(current, keyStore) && <Badge tone="warn">No key</Badge>}
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
              rightSection={index < 9 && <Kbd size="xs">{formatShortcut(String(index + 1))}</Kbd>}
              aria-keyshortcuts={index < 9 ? `Alt+${index + 1}` : undefined}
            >
              <span className={styles['choice']}>
                <ProfileTile profile={profile} /> <span>{profile.name}</span>
                {isKeyMissing(profile, keyStore) && <Badge tone="warn">No key</Badge>}
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
