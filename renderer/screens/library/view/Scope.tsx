import { Button, Group, Text } from '@mantine/core'
import { useSession } from '../../../session/Session.tsx'
import type { FilterProps } from './FilterButton.tsx'

interface ScopeProps extends FilterProps {
  /** Whether the view has no links. */
  isEmpty: boolean
}

/**
 * Says that the list covers all profiles and environments, because the header names only one, and narrows the list to that
 * one. In a narrowed list, the active filters say it.
 */
export function Scope({ view, choose, isEmpty }: ScopeProps) {
  const { profile, environment } = useSession().current
  if (view.profileId !== undefined || view.environment !== undefined) return null
  const onlyCurrent = `Only ${profile.name}, ${environment}`
  return (
    <Group component="span" gap="0 4px" ml={-8} c="dimmed" fz="sm" role="group" aria-label="List scope">
      <span>
        {isEmpty ? 'in any profile' : 'in all profiles'}
        {/* In a narrow window, there is no room for the environments. */}
        <Text span inherit visibleFrom="md">
          {isEmpty ? ' or environment' : ' and environments'}
        </Text>
      </span>
      {!isEmpty && (
        <Button
          size="compact-xs"
          variant="subtle"
          maw={260}
          title={onlyCurrent}
          aria-label={onlyCurrent}
          onClick={() => choose({ ...view, profileId: profile.id, environment })}
        >
          <Text span inherit truncate lh={1.4}>
            Only {profile.name}
          </Text>
          , {environment}
        </Button>
      )}
    </Group>
  )
}
