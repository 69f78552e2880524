import { Button } from '@mantine/core'
import { sayProblem } from '../../ui/problem/sayProblem.tsx'
import { useSwitchTo } from '../../api/profiles.ts'
import { Badge } from '../../ui/StateBadge.tsx'
import { useFrame } from '../../session/Frame.tsx'
import type { SavedProfile } from '../../session/currentProfile.ts'

/** Whether this is the profile in force, and otherwise the way to make it so; in development, where errors cost nothing. */
export function UseProfile({ profile }: { profile: SavedProfile }) {
  const { current } = useFrame()
  const switchTo = useSwitchTo()
  if (profile.id === current.profile.id) return <Badge tone="good">In use</Badge>
  const use = () =>
    switchTo.mutate(
      { id: profile.id, environment: 'development' },
      { onError: (error) => sayProblem(error.problem) },
    )
  return (
    <Button size="compact-xs" variant="default" onClick={use}>
      Use this profile
    </Button>
  )
}
