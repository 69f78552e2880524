import { Group, Kbd, SegmentedControl, Text } from '@mantine/core'
import type { Environment } from '../../contract/service/api/headers.ts'
import { useSwitchProfile } from '../api/profiles.ts'
import { ProfileTile } from '../session/ProfileTile.tsx'
import { EnvironmentBadge } from '../ui/Badge.tsx'
import { environmentChoices } from '../ui/environments.ts'
import { ProfileMenu } from './ProfileMenu.tsx'
import { formatShortcut, useContextKeys } from './contextKeys.ts'
import { useSession } from '../session/Session.tsx'

/** Shows the active profile and environment, and switches them. */
export function ContextSwitch() {
  const { state, current } = useSession()
  const { mutate } = useSwitchProfile()
  const switchTo = (id: string, environment: Environment) => mutate({ id, environment })
  useContextKeys(state, current, switchTo)
  return (
    <Group gap="xs">
      <ProfileMenu choose={(id) => switchTo(id, current.environment)} />
      <Group gap={6}>
        <SegmentedControl
          aria-label="Environment"
          aria-keyshortcuts="Alt+P"
          data={environmentChoices}
          value={current.environment}
          onChange={(environment) => switchTo(current.profile.id, environment)}
        />
        <Kbd size="xs" visibleFrom="md" aria-hidden>
          {formatShortcut('P')}
        </Kbd>
      </Group>
    </Group>
  )
}

interface FixedContextProps {
  profileId: string
  /** Shown if the profile was deleted. */
  profileName: string
  environment: Environment
}

/** Shows the profile and environment of the link or run on the page, which a switch couldn't change. */
export function FixedContext({ profileId, profileName, environment }: FixedContextProps) {
  const profile = useSession().state.profiles.find(({ id }) => id === profileId)
  return (
    <Group gap="xs" wrap="nowrap" role="group" aria-label="Profile and environment of this page">
      {profile && <ProfileTile profile={profile} />}
      <Text size="sm" fw={500} truncate>
        {profile?.name ?? profileName}
      </Text>
      <EnvironmentBadge environment={environment} />
    </Group>
  )
}
