import { Group, Kbd, Menu, Text, VisuallyHidden } from '@mantine/core'
import { ChevronsUpDown, Settings2 } from 'lucide-react'
import { useLocation } from 'wouter'
import { isKeyMissing } from '../features/keys/isKeyMissing.ts'
import { ProfileTile } from '../session/ProfileTile.tsx'
import { ToolButton } from '../ui/variants.ts'
import { Badge } from '../ui/Badge.tsx'
import { formatShortcut } from './contextKeys.ts'
import { useSession } from '../session/Session.tsx'

/** Shows the active profile's name and colour, with a menu of the others and the state of each key. */
export function ProfileMenu({ choose }: { choose: (id: string) => void }) {
  const { state, current } = useSession()
  const { profiles, keyStore } = state
  const [, go] = useLocation()
  return (
    <Menu position="bottom-end" width={280} styles={{ itemLabel: { minWidth: 0 } }}>
      <Menu.Target>
        <ToolButton maw={240} h={32}>
          <VisuallyHidden>Profile: </VisuallyHidden>
          <ProfileTile profile={current.profile} />
          <Text span inherit truncate>
            {current.profile.name}
          </Text>
          {isKeyMissing(current.profile, keyStore) && <Badge tone="warn">No key</Badge>}
          <ChevronsUpDown size={14} />
        </ToolButton>
      </Menu.Target>
      <Menu.Dropdown mah="min(70vh, 480px)" style={{ overflow: 'auto' }}>
        <Menu.RadioGroup value={current.profile.id} onChange={choose}>
          {profiles.map((profile, index) => (
            <Menu.RadioItem
              key={profile.id}
              value={profile.id}
              closeMenuOnClick
              // Muted text is too faint on the hovered item.
              rightSection={
                index < 9 && (
                  <Kbd size="xs" c="var(--text)">
                    {formatShortcut(String(index + 1))}
                  </Kbd>
                )
              }
              aria-keyshortcuts={index < 9 ? `Alt+${index + 1}` : undefined}
            >
              <Group component="span" gap={10} wrap="nowrap" miw={0}>
                <ProfileTile profile={profile} />
                <Text span inherit truncate>
                  {profile.name}
                </Text>
                {isKeyMissing(profile, keyStore) && <Badge tone="warn">No key</Badge>}
              </Group>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<Settings2 size={15} />} onClick={() => go('/profiles')}>
          Manage profiles
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
