import { Checkbox } from '@mantine/core'
import { useCallMutation } from '../../../../api/useCall.ts'

interface FollowServiceProps {
  profileId: string
  follows: boolean
}

/** Lets a person take what the service changes without a question each time. */
export function FollowService({ profileId, follows }: FollowServiceProps) {
  const follow = useCallMutation('sharing.followService')
  const { isPending, variables } = follow
  return (
    <Checkbox
      label="Always follow this service"
      description="Takes its changes without asking, and tells you which. Your own changes stay until the service changes the same entry. Presets and views are removed only by you."
      checked={isPending ? variables.follows : follows}
      disabled={isPending}
      onChange={({ currentTarget }) => follow.mutate({ profileId, follows: currentTarget.checked })}
    />
  )
}
