import { Button } from '@mantine/core'
import { sayProblem } from '../problem/sayProblem.tsx'
import { useSwitchTo } from '../queries/profiles.ts'
import { Badge } from '../kit/StateBadge.tsx'
import { useFrame } from '../shell/Frame.tsx'
import type { SavedProfile } from '../shell/currentProfile.ts'

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
