import { Flex, Group, Text } from '@mantine/core'
import { otherEnvironment, type Environment } from '../../../contract/service/api/headers.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import type { LookupContext } from '../../../contract/app/window/windowPath.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { ProfileTile } from '../../session/ProfileTile.tsx'
import { useSession } from '../../session/Session.tsx'
import { EnvironmentBadge } from '../../ui/Badge.tsx'

interface ContextProps {
  profile: SavedProfile
  environment: Environment
}

interface LookupSourceProps {
  /** `null` if the profile was deleted. */
  profile: SavedProfile | null
  context: LookupContext
  /** The library's record of the link there. */
  record: LinkRecord | null
  /** Whether the other environment was also asked, and doesn't have the link either. */
  inNeither: boolean
}

/** Shows where the result comes from. Looking elsewhere does not switch the window. */
export function LookupSource({ profile, context, record, inNeither }: LookupSourceProps) {
  const { environment } = context
  return (
    <Group gap="6px 8px" fz="sm" role="group" aria-label="Where this was looked up">
      <span>{profile ? 'Looked up in' : 'From your library, created in'}</span>{' '}
      <Flex component="span" gap={6} align="center" display="inline-flex" fw={600}>
        {profile && <ProfileTile profile={profile} />}
        <strong>{profile?.name ?? record?.profileName ?? 'a deleted profile'}</strong>
      </Flex>
      <EnvironmentBadge environment={environment} />
      {inNeither && <EnvironmentBadge environment={otherEnvironment(environment)} />}
      {profile && <SelectedContext profile={profile} environment={environment} />}
    </Group>
  )
}

/** Says that another profile or environment is selected in the window. */
function SelectedContext({ profile, environment }: ContextProps) {
  const { current } = useSession()
  if (profile.id === current.profile.id && environment === current.environment) return null
  return (
    <Text span inherit c="dimmed">
      You’re still working in {current.profile.id === profile.id ? '' : `${current.profile.name}, `}
      {current.environment}.
    </Text>
  )
}
