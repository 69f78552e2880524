import { Button } from '@mantine/core'
import type { TeamState } from '../../../contract/app/calls/links/team.ts'
import { catalogue } from '../../../contract/app/problems/problemCatalogue.ts'
import { useTeam } from '../../api/team.ts'
import { useCallMutation } from '../../api/useCall.ts'
import { formatTimeToday } from '../../ui/formatTime.ts'
import { showProblem } from '../../api/offerUndo.ts'
import { QuietText } from '../../ui/variants.ts'

/** Shows since when the links of a profile's team are known, and updates them. Renders nothing if they aren't followed. */
export function TeamStatus({ profileId }: { profileId: string }) {
  const team = useTeam(profileId)
  const { mutate, isPending } = useCallMutation('team.read')
  const text = team && teamText(team)
  if (text === null || text === undefined) return null
  const isBusy = isPending || team?.isReading === true
  return (
    <QuietText component="span" fz="xs" role="status">
      {text}{' '}
      <Button
        size="compact-xs"
        variant="subtle"
        disabled={isBusy}
        title="Reads the links that others with a key of this project have made or changed"
        onClick={() => mutate({ profileId }, { onError: showProblem })}
      >
        {isBusy ? 'Updating…' : team?.isPaused ? 'Continue' : 'Update'}
      </Button>
    </QuietText>
  )
}

/** Returns what is known about a team's links; `null` if there is nothing to say. */
export function teamText({ isOn, isOffered, readAt, problem, isPaused }: TeamState): string | null {
  if (!isOn || (isOffered !== true && readAt === null)) return null
  const since = readAt === null ? '' : `Team’s links as of ${formatTimeToday(readAt)}`
  if (isPaused) return since || 'Team’s links are incomplete'
  if (problem?.code === 'key_scope') return 'This key may not list the team’s links'
  if (problem) return `${since || 'Team’s links aren’t read yet'}. ${catalogue[problem.code].title}.`
  return since || 'Team’s links'
}
