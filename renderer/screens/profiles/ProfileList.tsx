import { ActionIcon, Box, Group, Menu, NavLink, Stack, VisuallyHidden } from '@mantine/core'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useReorderProfiles } from '../../api/profiles.ts'
import { isKeyMissing } from '../../features/keys/isKeyMissing.ts'
import { Badge } from '../../ui/Badge.tsx'
import { moveItem } from '../../ui/moveItem.ts'
import { useSession } from '../../session/Session.tsx'
import { ProfileTile } from '../../session/ProfileTile.tsx'
import type { SavedProfile } from '../../session/currentProfile.ts'

/** Lists the profiles in order, which is also the order of the profile menu and its shortcuts. */
export function ProfileList({ selected }: { selected: SavedProfile | null }) {
  const { profiles } = useSession().state
  const order = useOrder(profiles)
  return (
    <>
      <Stack component="ul" gap={4} aria-label="Profiles">
        {profiles.map((profile, index) => (
          <Row key={profile.id} {...{ profile, index, order }} isSelected={profile.id === selected?.id} />
        ))}
      </Stack>
      <VisuallyHidden role="status">{order.spoken}</VisuallyHidden>
    </>
  )
}

type Order = ReturnType<typeof useOrder>

/** Reorders profiles. Announces the new position. */
function useOrder(profiles: readonly SavedProfile[]) {
  const reorder = useReorderProfiles()
  const [spoken, setSpoken] = useState('')
  const move = ({ id, name }: SavedProfile, newIndex: number) => {
    const ids = profiles.map((profile) => profile.id)
    reorder.mutate(
      { ids: moveItem(ids, id, newIndex) },
      { onSuccess: () => setSpoken(`${name} is now number ${newIndex + 1} of ${profiles.length}`) },
    )
  }
  return { move, spoken, last: profiles.length - 1 }
}

interface RowProps {
  profile: SavedProfile
  index: number
  order: Order
  isSelected: boolean
}

function Row({ profile, index, order, isSelected }: RowProps) {
  const { state, current } = useSession()
  return (
    <Box component="li" pos="relative">
      <NavLink
        component={Link}
        href={`/profiles/${profile.id}`}
        label={profile.name}
        description={getHost(profile)}
        noWrap
        leftSection={<ProfileTile profile={profile} />}
        rightSection={
          <Group component="span" gap={4} wrap="nowrap">
            {isKeyMissing(profile, state.keyStore) && <Badge tone="warn">No key</Badge>}
            {profile.id === current.profile.id && <Badge tone="good">In use</Badge>}
          </Group>
        }
        // Mantine's own is too faint on the selected row.
        styles={{ description: { opacity: 1 } }}
        bdrs="md"
        pr={order.last > 0 ? 36 : 'sm'}
        active={isSelected}
        aria-current={isSelected ? 'true' : undefined}
      />
      {order.last > 0 && <MoveMenu {...{ profile, index, order }} />}
    </Box>
  )
}

function MoveMenu({ profile, index, order }: Omit<RowProps, 'isSelected'>) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          pos="absolute"
          top="calc(50% - 12px)"
          right={6}
          size={24}
          aria-label={`Move ${profile.name}`}
        >
          <ArrowUpDown size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<ArrowUp size={15} />}
          disabled={index === 0}
          onClick={() => order.move(profile, index - 1)}
        >
          Move up
        </Menu.Item>
        <Menu.Item
          leftSection={<ArrowDown size={15} />}
          disabled={index === order.last}
          onClick={() => order.move(profile, index + 1)}
        >
          Move down
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function getHost(profile: SavedProfile): string {
  return profile.kind === 'embedded'
    ? 'On this computer'
    : (URL.parse(profile.baseUrl)?.host ?? profile.baseUrl)
}
