import { Checkbox, Stack, Text } from '@mantine/core'
import type { SharedByService as Shared } from '../../../../../contract/app/calls/profiles/sharing.ts'
import type { SharedChange } from '../../../../../contract/app/rules/sharedEntries.ts'
import { useCallMutation } from '../../../../api/useCall.ts'
import { Callout } from '../../../../ui/Callout.tsx'
import { Fold } from '../../../../ui/Fold.tsx'
import { formatCount } from '../../../../ui/formatCount.ts'
import { formatTimeToday } from '../../../../ui/formatTime.ts'
import { DifferenceList } from './DifferenceList.tsx'
import { FileErrors } from './FileErrors.tsx'
import { useSharedChanges } from './useSharedChanges.ts'
import { showProblem } from '../../../../api/offerUndo.ts'
import { QuietText } from '../../../../ui/variants.ts'

/** Shows the rules that a profile's service shares: the changes it offers, and the differences that the user keeps. */
export function SharedByService({ profileId, shared }: { profileId: string; shared: Shared }) {
  const { where, readAt, changes, follows } = shared
  const { isBusy, message, accept, keep } = useSharedChanges(profileId, true)
  const offered = changes.filter(({ isOffered }) => isOffered)
  const rejected = changes.filter(({ isOffered }) => !isOffered)
  return (
    <Stack gap="sm" p="12px 14px" bd="1px solid var(--line)" bdrs="md">
      <div>
        <Text inherit style={{ overflowWrap: 'anywhere' }}>
          Shared by the service <code>{where}</code>
        </Text>
        <QuietText>{readAt === null ? 'Not read yet' : `Last read ${formatTimeToday(readAt)}`}</QuietText>
      </div>
      <FollowService profileId={profileId} follows={follows} />
      <ServiceState shared={shared} offered={offered.length} />
      {message !== null && <p role="alert">{message}</p>}
      {offered.length > 0 && (
        <DifferenceList label="New in the service" changes={offered} {...{ accept, keep, isBusy }} />
      )}
      {rejected.length > 0 && (
        <Fold title={`${formatCount(rejected.length, 'difference', 'differences')} that you keep`}>
          <DifferenceList
            label="Differences that you keep"
            changes={rejected}
            accepts={isInService}
            kindOf={describeWhere}
            {...{ accept, isBusy }}
          />
        </Fold>
      )}
    </Stack>
  )
}

/** Switches whether changes from the service are applied without asking. */
function FollowService({ profileId, follows }: { profileId: string; follows: boolean }) {
  const follow = useCallMutation('sharing.followService')
  const { isPending, variables } = follow
  const change = (isFollowed: boolean) =>
    follow.mutate({ profileId, follows: isFollowed }, { onError: showProblem })
  return (
    <Checkbox
      label="Always follow this service"
      description="Applies its changes without asking, and tells you which. Your own changes stay until the service changes the same entry. Only you can remove presets and views."
      checked={isPending ? variables.follows : follows}
      disabled={isPending}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  )
}

/**
 * Returns whether the service has an entry. *Accept all* must not remove the user's own presets and views, which the
 * service never had.
 */
function isInService({ kind, after }: SharedChange): boolean {
  return kind === 'rule' || after !== null
}

function describeWhere({ before, after }: SharedChange): string {
  if (before === null) return 'Only in the service'
  return after === null ? 'Only here' : 'Different'
}

/** Shows why the service can't be read, or how many changes it offers. */
function ServiceState({ shared: { errors, readAt }, offered }: { shared: Shared; offered: number }) {
  if (errors.length > 0)
    return (
      <Callout tone="warn" title="The service can’t be read right now" role="status">
        <FileErrors errors={errors} />
        <p>
          {readAt !== null && 'This is what it had when it was last read. '}
          Your rules, presets and views haven’t changed. The service is read again every minute.
        </p>
      </Callout>
    )
  if (readAt === null) return null
  return (
    <Text inherit role="status" c="dimmed">
      {offered === 0
        ? 'The service has nothing new.'
        : `The service has ${formatCount(offered, 'difference', 'differences')} to decide on. Nothing changes until you accept it.`}
    </Text>
  )
}
