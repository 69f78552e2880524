import { Select, SimpleGrid } from '@mantine/core'
import type { LookupContext } from '../../../../contract/app/window/windowPath.ts'
import { useSession } from '../../../session/Session.tsx'
import { environmentChoices } from '../../../ui/environments.ts'

interface LookupTargetProps {
  context: LookupContext
  busy: boolean
  choose: (context: LookupContext) => void
}

/**
 * Selects where to look up links whose row names no profile or environment. A link's domain determines its profile, so
 * the profile is asked for only where several have that domain.
 */
export function LookupTarget({ context, busy, choose }: LookupTargetProps) {
  const { profiles } = useSession().state
  return (
    <SimpleGrid cols={2} spacing="sm">
      {profiles.length > 1 && (
        <Select
          label="Profile"
          description="For links whose domain belongs to several profiles"
          disabled={busy}
          data={profiles.map(({ id, name }) => ({ value: id, label: name }))}
          value={context.profileId}
          onChange={(profileId) => profileId !== null && choose({ ...context, profileId })}
        />
      )}
      <Select
        label="Environment"
        description="Links that aren’t found are looked up in the other environment"
        disabled={busy}
        data={environmentChoices}
        value={context.environment}
        onChange={(environment) => environment !== null && choose({ ...context, environment })}
      />
    </SimpleGrid>
  )
}
