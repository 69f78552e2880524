import { Button, Group, Text } from '@mantine/core'
import type { LibraryView } from '../../../../contract/app/library/view.ts'
import { useSession } from '../../../session/Session.tsx'
import { shorten } from '../../../ui/shorten.ts'
import { allScopes, coversEverything, coversOnly, withoutScope } from './filters.ts'

interface ScopeProps {
  view: LibraryView
  choose: (view: LibraryView) => void
  /** Whether the view has no links. */
  isEmpty: boolean
}

/**
 * Shows which profiles and environments the list covers, because the header names only one. Can narrow the list to that
 * one, or widen it again.
 */
export function Scope({ view, choose, isEmpty }: ScopeProps) {
  const { current } = useSession()
  const { id, name } = current.profile
  const isEverything = coversEverything(view)
  const currentScope = `${shorten(name, 30)}, ${current.environment}`
  const onlyCurrent = `Only ${currentScope}`
  const narrowed = coversOnly(view, current) ? `in ${currentScope}` : ''
  return (
    <Group component="span" gap="0 4px" ml={-8} c="dimmed" fz="sm" role="group" aria-label="List scope">
      <span>{isEverything ? <Everywhere isEmpty={isEmpty} /> : narrowed}</span>
      {/* There is nothing to narrow in an empty list. */}
      {!(isEverything && isEmpty) && (
        <Button
          size="compact-xs"
          variant="subtle"
          maw={260}
          {...(isEverything && { title: onlyCurrent, 'aria-label': onlyCurrent })}
          onClick={() =>
            choose(
              isEverything
                ? { ...view, profileId: id, environment: current.environment }
                : withoutScope(view),
            )
          }
        >
          {isEverything ? (
            <>
              <Text span inherit truncate lh={1.4}>
                Only {name}
              </Text>
              , {current.environment}
            </>
          ) : (
            allScopes
          )}
        </Button>
      )}
    </Group>
  )
}

/** In a narrow window, there is no room for the environments. */
function Everywhere({ isEmpty }: { isEmpty: boolean }) {
  return (
    <>
      {isEmpty ? 'in any profile' : 'in all profiles'}
      <Text span inherit visibleFrom="md">
        {isEmpty ? ' or environment' : ' and environments'}
      </Text>
    </>
  )
}
